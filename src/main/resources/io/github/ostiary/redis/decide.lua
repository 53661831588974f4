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

local find = string.find

local ALGORITHMS = {
  L = 'sliding-log', F = 'fixed-window', W = 'sliding-window', T = 'token-bucket', G = 'leaky-bucket',
}
local WORDS = 8

-- All fields a sliding log's charge will ever have: a table that need not grow costs half.
local function read_charge(key, at)
  local flags, window, interval = ARGV[at + 5], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local charge = {
    key = key,
    counter = use(ALGORITHMS[ARGV[at]]),
    log = false,
    wait = 0,
    passes = false,
    rate = tonumber(ARGV[at + 1]),
    window = window,
    interval = interval,
    permits = tonumber(ARGV[at + 4]),
    capacity = tonumber(ARGV[at + 6]),
    extra = tonumber(ARGV[at + 7]),
    counts_denied = find(flags, 'c', 1, true),
    shadow = find(flags, 's', 1, true),
    by_interval = find(flags, 'i', 1, true),
    lifetime = math.max(window, interval),
    fills = false,
  }
  if ARGV[at] == 'T' and charge.extra < charge.capacity then
    charge.fills = true
    -- Once forgotten it starts with the initial tokens again: not before it was full for as long as that takes.
    charge.lifetime = math.max(charge.lifetime, 2 * math.ceil(charge.capacity / charge.rate) * window)
  end
  return charge
end

-- Most decisions have one charge, whose verdict is the answer.
local function append(all, verdict)
  if not all then return verdict end
  if verdict then
    for i = 1, 6 do all[#all + 1] = verdict[i] end
  end
  return all
end

local function run(operation, charges, now)
  if operation == 'reset' then
    for _, charge in ipairs(charges) do redis.call('DEL', charge.key) end
    return {}
  end
  local admitted = operation == 'decide'
  for _, charge in ipairs(charges) do
    charge.counter.look(charge, now)
    admitted = admitted and (charge.passes or charge.shadow)
  end
  local verdicts
  for _, charge in ipairs(charges) do
    local action = 'leave'
    if operation == 'peek' or operation == 'charge' or operation == 'credit' then
      action = operation
    elseif admitted and charge.passes then
      action = 'take'
    elseif charge.counts_denied then
      action = 'note'
    end
    verdicts = append(verdicts, charge.counter[action](charge, now))
  end
  return verdicts or {}
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
