-- Decides many decisions, each over many claims, in one call: check all, then commit all.
--
-- KEYS: one per claim, in order.
-- ARGV: per decision its operation and number of claims; per claim the letter of its kind, then that kind's words. A
--   limit's: rate's permits, window us, interval us, permits, flags, capacity, extra, wait us. Those of other kinds: see
--   `read` in their modules.
--   operations: decide; deny (decide, but never admit); peek; reset; and what else a kind's module can do
--   flags: c counts denied attempts; s is a shadow and never denies; i refills by interval; - none
--   extra: a token bucket's initial tokens; a sliding window's precision us
-- Returns one array per decision, six integers per claim: passed, remaining, retry us, reset us, admissible, change us
-- (-1: never), bar what other kinds' modules say; or an error's text: scripts do not roll back, so each decision reads
-- all its keys, and so meets a foreign type, before it writes any, and one that fails does not take the others along.

local find = string.find

local KINDS = {
  L = 'sliding-log', F = 'fixed-window', W = 'sliding-window', T = 'token-bucket', G = 'leaky-bucket',
  C = 'leases', K = 'lockout',
}
local WORDS = 9

-- All fields a sliding log's charge will ever have: a table that need not grow costs half.
local function read_charge(key, at, counter)
  local flags, window, interval = ARGV[at + 5], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local charge = {
    key = key,
    counter = counter,
    log = false,
    wait = 0,
    may_wait = tonumber(ARGV[at + 8]),
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
  if ARGV[at] == 'T' and (charge.extra < charge.capacity or charge.by_interval) then
    charge.fills = charge.extra < charge.capacity
    -- Once forgotten it starts with the initial tokens, or its interval, again: not before it was full for as long as
    -- that takes.
    charge.lifetime = math.max(charge.lifetime, 2 * math.ceil(charge.capacity / charge.rate) * window)
  end
  return charge, at + WORDS
end

-- A claim, and where the next one begins.
local function read(key, at)
  local counter = use(KINDS[ARGV[at]])
  if counter.read then return counter.read(key, at, counter) end
  return read_charge(key, at, counter)
end

-- Most decisions have one charge, whose verdict is the answer.
local function append(all, verdict)
  if not all then return verdict end
  if verdict then
    for i = 1, 6 do all[#all + 1] = verdict[i] end
  end
  return all
end

local function rule(claim)
  return string.match(claim.key, '}:([^:]+):[^:]*$')
end

-- An address that is denied begins no counters of keys it makes up: those of the rule that denies it.
local function vain(claim, claims)
  if not (claim.counts_denied or claim.fills) or redis.call('EXISTS', claim.key) == 1 then return false end
  for _, other in ipairs(claims) do
    if other ~= claim and not other.passes and not other.shadow and rule(other) == rule(claim) then return true end
  end
  return false
end

local function decide(claims, now, admitted)
  for _, claim in ipairs(claims) do
    claim.counter.look(claim, now)
    admitted = admitted and (claim.passes or claim.shadow)
  end
  local verdicts
  for _, claim in ipairs(claims) do
    local action = 'leave'
    if admitted and claim.passes then
      action = 'take'
    elseif vain(claim, claims) then
      action = 'peek'
    elseif claim.counts_denied then
      action = 'note'
    end
    verdicts = append(verdicts, claim.counter[action](claim, now))
  end
  return verdicts or {}
end

local function run(operation, claims, now)
  if operation == 'decide' or operation == 'deny' then return decide(claims, now, operation == 'decide') end
  if operation == 'reset' then
    for _, claim in ipairs(claims) do redis.call('DEL', claim.key) end
    return {}
  end
  for _, claim in ipairs(claims) do claim.counter.look(claim, now) end
  local verdicts
  for _, claim in ipairs(claims) do verdicts = append(verdicts, claim.counter[operation](claim, now)) end
  return verdicts or {}
end

local now = clock()
local replies = {}
local at, key = 1, 0
while ARGV[at] do
  local claims = {}
  local operation = ARGV[at]
  local count = tonumber(ARGV[at + 1])
  at = at + 2
  for i = 1, count do
    key = key + 1
    claims[i], at = read(KEYS[key], at)
  end
  local ok, result = pcall(run, operation, claims, now)
  if not ok then result = type(result) == 'table' and result.err or tostring(result) end
  replies[#replies + 1] = result
end
return replies
