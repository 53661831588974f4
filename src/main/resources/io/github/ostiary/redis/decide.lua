-- Decides many decisions, each over many counters, in one call: check all, then commit all.
--
-- KEYS: one per charge, in order.
-- ARGV: per decision its operation and number of charges; per charge algorithm's letter, rate's permits, window us,
--   interval us, permits, flags, capacity, extra.
--   operations: decide; refuse (decide, but never admit); peek; charge (commit, room or not); credit; reset
--   flags: c counts refused attempts; s is a shadow and never refuses; i refills by interval; - none
--   extra: a token bucket's initial tokens; a sliding window's precision us
-- Returns one array per decision, six integers per charge: passed, remaining, retry us, reset us, admissible, change us
-- (-1: never); or an error's text: scripts do not roll back, so each decision reads all its keys, and so meets a foreign
-- type, before it writes any, and one that fails does not take the others along.

local ALGORITHMS = {
  L = 'sliding-log', F = 'fixed-window', W = 'sliding-window', T = 'token-bucket', G = 'leaky-bucket',
}
local WORDS = 8

local function read_charge(key, at)
  local flags = ARGV[at + 5]
  local charge = {
    key = key,
    counter = use(ALGORITHMS[ARGV[at]]),
    rate = tonumber(ARGV[at + 1]),
    window = tonumber(ARGV[at + 2]),
    interval = tonumber(ARGV[at + 3]),
    permits = tonumber(ARGV[at + 4]),
    capacity = tonumber(ARGV[at + 6]),
    extra = tonumber(ARGV[at + 7]),
    counts_denied = string.find(flags, 'c', 1, true),
    shadow = string.find(flags, 's', 1, true),
    by_interval = string.find(flags, 'i', 1, true),
  }
  charge.lifetime = math.max(charge.window, charge.interval)
  charge.fills = ARGV[at] == 'T' and charge.extra < charge.capacity
  if charge.fills then
    -- Once forgotten it starts with the initial tokens again: not before it was full for as long as that takes.
    charge.lifetime = math.max(charge.lifetime, 2 * math.ceil(charge.capacity / charge.rate) * charge.window)
  end
  return charge
end

local function run(operation, charges, now)
  local verdicts = {}
  if operation == 'reset' then
    for _, charge in ipairs(charges) do redis.call('DEL', charge.key) end
    return verdicts
  end
  local admitted = operation == 'decide'
  for _, charge in ipairs(charges) do
    charge.counter.look(charge, now)
    admitted = admitted and (charge.passes or charge.shadow)
  end
  for _, charge in ipairs(charges) do
    local action = 'leave'
    if operation == 'peek' or operation == 'charge' or operation == 'credit' then
      action = operation
    elseif admitted and charge.passes then
      action = 'take'
    elseif charge.counts_denied then
      action = 'note'
    end
    for _, figure in ipairs(charge.counter[action](charge, now) or {}) do verdicts[#verdicts + 1] = figure end
  end
  return verdicts
end

local now = clock()
local replies = {}
local at, key = 1, 0
while ARGV[at] do
  local charges = {}
  local operation = ARGV[at]
  local count = tonumber(ARGV[at + 1])
  at = at + 2
  for i = 1, count do
    key = key + 1
    charges[i] = read_charge(KEYS[key], at)
    at = at + WORDS
  end
  local ok, result = pcall(run, operation, charges, now)
  if not ok then result = type(result) == 'table' and result.err or tostring(result) end
  replies[#replies + 1] = result
end
return replies
