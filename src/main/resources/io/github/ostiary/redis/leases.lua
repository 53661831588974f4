-- Who holds the permits of a concurrency rule. Says what Leases.java says. State: a sorted set, the leases' names by the
-- times they began. One that began a lease's length ago has ended, whether it is still in the set or not.
--
-- Words: letter, permits, lease us, the lease's name, flags (s is a shadow). Says: passed, remaining, retry us, reset us,
-- admissible, change us.
--
-- Time: behind the newest beginning by up to a second it stands still there; further behind, all beginnings are moved
-- back with it, so a step back neither ends a lease nor keeps it for longer.

local FREEZE = 1000000

local function read(key, at, counter)
  return {
    key = key, counter = counter, limit = tonumber(ARGV[at + 1]), length = tonumber(ARGV[at + 2]), name = ARGV[at + 3],
    shadow = ARGV[at + 4] == 's',
  }, at + 5
end

local function text(micros)
  return string.format('%.0f', micros)
end

-- The time by the beginnings' own clock; `step` is how far they must be moved for it to be the server's.
local function look(claim, now)
  local newest = redis.call('ZRANGE', claim.key, -1, -1, 'WITHSCORES')[2]
  claim.now, claim.step, claim.frozen = now, 0, 0
  if newest and now < tonumber(newest) then
    claim.now = tonumber(newest)
    local behind = claim.now - now
    if behind > FREEZE then claim.step = behind else claim.frozen = behind end
  end
  claim.used = redis.call('ZCOUNT', claim.key, '(' .. text(claim.now - claim.length), '+inf')
  claim.passes = claim.used < claim.limit
end

-- Writes what looking has found: nothing in the usual case.
local function settle(claim)
  redis.call('ZREMRANGEBYSCORE', claim.key, '-inf', text(claim.now - claim.length))
  if claim.step > 0 then
    local leases = redis.call('ZRANGE', claim.key, 0, -1, 'WITHSCORES')
    for i = 1, #leases, 2 do redis.call('ZADD', claim.key, text(tonumber(leases[i + 1]) - claim.step), leases[i]) end
    claim.now, claim.step = claim.now - claim.step, 0
  end
end

-- How long until the lease of a rank, 0 for the oldest that is held, ends; 0 if there is none.
local function ends(claim, rank)
  local found = redis.call('ZRANGEBYSCORE', claim.key, '(' .. text(claim.now - claim.length), '+inf', 'WITHSCORES',
    'LIMIT', rank, 1)[2]
  return found and tonumber(found) + claim.length - claim.now or 0
end

local function stand(claim, passed)
  local over = claim.used - claim.limit
  local free, next_end = math.max(0, -over), ends(claim, math.max(0, over))
  return {
    passed and 1 or 0, free, (passed or over < 0) and 0 or next_end, ends(claim, math.max(0, claim.used - 1)), free,
    claim.used > 0 and next_end or -1,
  }
end

local function peek(claim)
  return stand(claim, claim.passes)
end

local function leave(claim)
  if claim.step > 0 then settle(claim) end
  return peek(claim)
end

local function begin(claim)
  settle(claim)
  claim.used = claim.used + redis.call('ZADD', claim.key, text(claim.now), claim.name)
  expire(claim.key, claim.length + claim.frozen)
end

local function take(claim)
  begin(claim)
  return stand(claim, true)
end

local function held(claim)
  local began = redis.call('ZSCORE', claim.key, claim.name)
  return began and tonumber(began) > claim.now - claim.length
end

local function renew(claim)
  local still = held(claim)
  if still then begin(claim) end
  return stand(claim, still)
end

local function release(claim)
  local still = held(claim)
  if still then
    settle(claim)
    redis.call('ZREM', claim.key, claim.name)
    claim.used = claim.used - 1
  end
  return stand(claim, still)
end

return {
  read = read, look = look, peek = peek, leave = leave, take = take, renew = renew, fail = release, succeed = release,
  abandon = release,
}
