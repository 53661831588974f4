-- Who holds the permits of a concurrency rule. Says what Leases.java says. State: a sorted set, the leases' names by the
-- times they began. One that began a lease's length ago has ended, whether it is still in the set or not.
--
-- Terms: letter, permits, lease us, flags (s is a shadow). Own word: the lease's name. Says: passed, remaining, retry us,
-- reset us, admissible, change us.
--
-- Time: see key-clock.lua; what was last done is the newest beginning. While there is an offset, a member of the highest
-- score holds it and how far time has got.

local clocks, expire = use('key-clock'), use('clock').expire

local function read(concurrency, key, words, at)
  return { key = key, terms = concurrency, name = words[at] }
end

local function terms(words)
  return { kind = 'leases', read = read, own = 1, limit = words[2], length = words[3], shadow = words[4] == 's' }
end

local function text(micros)
  return string.format('%d', micros)
end

local function count(claim, from)
  return redis.call('ZCOUNT', claim.key, from, '(inf')
end

local function look(claim, now)
  local last = redis.call('ZRANGE', claim.key, -2, -1, 'WITHSCORES')
  claim.now, claim.offset, claim.noted, claim.kept, claim.extra_life = now, 0, false, 0, 0
  if last[#last] == 'inf' then
    claim.mark = last[#last - 1]
    local offset, noted = string.match(claim.mark, '^(%d+) (%d+)$')
    claim.offset, claim.noted = tonumber(offset), tonumber(noted)
    claim.newest = tonumber(last[2])
  elseif last[1] then
    claim.newest = tonumber(last[#last])
    claim.noted = claim.newest
  end
  if claim.noted then claim.now, claim.kept, claim.extra_life = clocks.read(now, claim.noted, claim.offset) end
  claim.used = count(claim, '(' .. text(claim.now - claim.terms.length))
  claim.passes = claim.used < claim.terms.limit
end

local function remark(claim, noted)
  if claim.mark then redis.call('ZREM', claim.key, claim.mark) end
  if claim.kept > 0 then
    redis.call('ZADD', claim.key, 'inf', text(claim.kept) .. ' ' .. text(noted))
    expire(claim.key, claim.terms.length + claim.extra_life)
  end
end

-- Keeps a stepped clock where nothing begins.
local function keep_clock(claim)
  if claim.noted and clocks.worth_noting(claim.now, claim.kept, claim.noted, claim.offset) then
    remark(claim, claim.now)
  end
end

-- Forgets what has ended.
local function settle(claim)
  redis.call('ZREMRANGEBYSCORE', claim.key, '-inf', text(claim.now - claim.terms.length))
end

-- How long until the lease of a rank, 0 for the oldest that is held, ends; 0 if there is none.
local function ends(claim, rank)
  local found = redis.call('ZRANGEBYSCORE', claim.key, '(' .. text(claim.now - claim.terms.length), '(inf', 'WITHSCORES',
    'LIMIT', rank, 1)[2]
  return found and tonumber(found) + claim.terms.length - claim.now or 0
end

local function stand(claim, passed)
  local over = claim.used - claim.terms.limit
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
  keep_clock(claim)
  return peek(claim)
end

local function begin(claim)
  settle(claim)
  claim.used = claim.used + redis.call('ZADD', claim.key, text(claim.now), claim.name)
  if claim.mark or claim.kept > 0 then remark(claim, claim.now) end
  expire(claim.key, claim.terms.length + claim.extra_life)
end

local function take(claim)
  begin(claim)
  return stand(claim, true)
end

local function held(claim)
  local began = redis.call('ZSCORE', claim.key, claim.name)
  return began and tonumber(began) > claim.now - claim.terms.length
end

local function renew(claim)
  local still = held(claim)
  if still then begin(claim) end
  return stand(claim, still)
end

-- Room or not: its holder is at work.
local function keep(claim)
  if not held(claim) then begin(claim) end
  return stand(claim, true)
end

local function release(claim)
  local still = held(claim)
  if still then
    settle(claim)
    redis.call('ZREM', claim.key, claim.name)
    claim.used = claim.used - 1
    if claim.used > 0 then
      keep_clock(claim)
    elseif claim.mark then
      redis.call('DEL', claim.key)
    end
  end
  return stand(claim, still)
end

return {
  terms = terms, look = look, peek = peek, leave = leave, take = take, renew = renew, keep = keep, fail = release,
  succeed = release, abandon = release,
}
