-- Decides many decisions, each over many counters, in one call: check all, then commit all.
--
-- KEYS: one per charge, in order.
-- ARGV: per decision its operation and number of charges; per charge limit, window us, interval us, permits, flags.
--   operations: decide; refuse (decide, but never admit); peek; credit; reset
--   flags: c counts refused attempts; s is a shadow and never refuses
-- Returns one array per decision, six integers per charge: passed, remaining, retry us, reset us, admissible, change us
-- (-1: never); or an error's text: scripts do not roll back, so each decision reads all its keys, and so meets a foreign
-- type, before it writes any, and one that fails does not take the others along.

local find = string.find

-- All fields a charge will ever have: a table that need not grow costs half.
local function read_charge(key, at)
  return {
    key = key,
    log = false,
    wait = 0,
    passes = false,
    limit = tonumber(ARGV[at]),
    window = tonumber(ARGV[at + 1]),
    interval = tonumber(ARGV[at + 2]),
    permits = tonumber(ARGV[at + 3]),
    counts_denied = find(ARGV[at + 4], 'c', 1, true),
    shadow = find(ARGV[at + 4], 's', 1, true),
    lifetime = math.max(tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])),
  }
end

local function look(charge, now)
  local log = load(charge.key, charge.window, charge.lifetime, now)
  charge.log = log
  charge.wait = log.newest and math.max(0, charge.interval - log.idle) or 0
  charge.passes = charge.permits <= charge.limit - log.used and charge.wait == 0
end

local function leave(charge)
  local log = charge.log
  local remaining = math.max(0, charge.limit - log.used)
  local retry = charge.wait
  if charge.permits > charge.limit then
    retry = -1
  elseif charge.permits > remaining then
    retry = math.max(retry, (leaving(log, log.used + charge.permits - charge.limit)))
  end
  local change = charge.wait
  if change == 0 then change = log.used > 0 and until_release(log) or -1 end
  return {
    charge.passes and 1 or 0, remaining, retry, log.used > 0 and log.window - log.idle or 0,
    charge.wait > 0 and 0 or remaining, change,
  }
end

local function take(charge)
  local log = charge.log
  local remaining = charge.limit - log.used - charge.permits
  local release = log.used > 0 and until_release(log) or log.window
  push(log, charge.permits, charge.lifetime)
  if charge.interval > 0 then return { 1, remaining, 0, log.window, 0, charge.interval } end
  return { 1, remaining, 0, log.window, remaining, release }
end

-- Counts a refused attempt. Only the newest ones worth the limit are kept.
local function note(charge, now)
  local log = charge.log
  local permits = math.min(charge.permits, charge.limit)
  local excess = log.used + permits - charge.limit
  if excess > 0 then
    drop_expired(log)
    forget(log, excess)
  end
  push(log, permits, charge.lifetime)
  local passed = charge.passes
  look(charge, now)
  local verdict = leave(charge)
  verdict[1] = passed and 1 or 0
  if passed then verdict[3] = 0 end
  return verdict
end

local function credit(charge)
  local log = charge.log
  if log.used > 0 then
    drop_expired(log)
    forget(log, math.min(charge.permits, log.used))
  end
end

-- Most decisions have one charge, whose verdict is the answer.
local function append(all, verdict)
  if not all then return verdict end
  for i = 1, 6 do all[#all + 1] = verdict[i] end
  return all
end

local function run(operation, charges, now)
  if operation == 'reset' then
    for _, charge in ipairs(charges) do redis.call('DEL', charge.key) end
    return {}
  end
  local admitted = operation == 'decide'
  for _, charge in ipairs(charges) do
    look(charge, now)
    admitted = admitted and (charge.passes or charge.shadow)
  end
  local verdicts
  for _, charge in ipairs(charges) do
    if operation ~= 'peek' then keep_clock(charge.log, charge.lifetime) end
    if operation == 'credit' then
      credit(charge)
    elseif admitted and charge.passes then
      verdicts = append(verdicts, take(charge))
    elseif operation ~= 'peek' and charge.counts_denied then
      verdicts = append(verdicts, note(charge, now))
    else
      verdicts = append(verdicts, leave(charge))
    end
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
    at = at + 5
  end
  local ok, result = pcall(run, operation, charges, now)
  if not ok then result = type(result) == 'table' and result.err or tostring(result) end
  replies[#replies + 1] = result
end
return replies
