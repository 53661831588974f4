-- Who holds the permits of a concurrency rule. Says what Leases.java says. State: a sorted set, the leases' names by their
-- ends. One whose end has come has ended, whether it is still in the set or not.
--
-- Terms: letter, permits, lease us, flags (s is a shadow). Own word: the lease's name. Says: passed, remaining, retry us,
-- reset us, admissible, change us.
--
-- Time: see key-clock.lua. What was last done is the newest beginning: the member `@` has its negative time, so that it
-- comes first. While there is an offset, a member of score -1 holds it and how far time has got.

local clocks, expire = use('key-clock'), use('clock').expire
local call, format, max = redis.call, string.format, math.max
local NEWEST = '@'

-- The clock and the first leases to end are read, each with its score. Fewer are all there are.
local MOST_READ = 2 * 6

local function read(concurrency, key, words, at)
  return { key = key, terms = concurrency, name = words[at] }
end

local function terms(words)
  return { kind = 'leases', read = read, own = 1, limit = words[2], length = words[3], shadow = words[4] == 's' }
end

local function text(micros)
  return format('%d', micros)
end

-- What is held at the claim's time, by its end, where so few are in the set that all were read.
local function live_among(claim, read, first)
  local live = {}
  for i = first, #read, 2 do
    local at = read[i + 1] + 0
    if at > claim.now then
      live[#live + 1] = at
      if read[i] == claim.name then claim.own = at end
    end
  end
  return live
end

local function look(claim, now)
  local read = call('ZRANGE', claim.key, '0', '5', 'WITHSCORES')
  local count, first = #read, 1
  claim.now, claim.offset, claim.noted, claim.kept, claim.extra_life = now, 0, false, 0, 0
  if read[first] == NEWEST then
    claim.noted, first = -read[first + 1], first + 2
    if read[first + 1] == '-1' then
      claim.mark = read[first]
      local offset, noted = string.match(claim.mark, '^(%d+) (%d+)$')
      claim.offset, claim.noted, first = tonumber(offset), tonumber(noted), first + 2
    end
    claim.now, claim.kept, claim.extra_life = clocks.read(now, claim.noted, claim.offset)
  end
  claim.stale = first < count and read[first + 1] + 0 <= claim.now
  if count < MOST_READ then
    claim.live = live_among(claim, read, first)
    claim.used = #claim.live
  else
    claim.used = call('ZCOUNT', claim.key, '(' .. text(claim.now), 'inf')
  end
  claim.passes = claim.used < claim.terms.limit
end

local function remark(claim, noted)
  if claim.mark then call('ZREM', claim.key, claim.mark) end
  if claim.kept > 0 then call('ZADD', claim.key, '-1', text(claim.kept) .. ' ' .. text(noted)) end
end

-- How long until the lease of a rank, 0 for the first held one to end, ends; 0 if there is none.
local function left(claim, rank)
  local at
  if claim.live then
    at = claim.live[rank + 1]
  elseif rank < claim.used then
    local index = text(rank - claim.used)
    at = call('ZRANGE', claim.key, index, index, 'WITHSCORES')[2]
  end
  return at and at - claim.now or 0
end

local function last_left(claim)
  return left(claim, max(0, claim.used - 1))
end

-- The key ends after the last lease.
local function live_on(claim)
  expire(claim.key, last_left(claim) + claim.extra_life)
end

-- Keeps a stepped clock where nothing begins.
local function keep_clock(claim)
  if claim.noted and clocks.worth_noting(claim.now, claim.kept, claim.noted, claim.offset) then
    remark(claim, claim.now)
    if claim.kept > 0 then live_on(claim) end
  end
end

-- Forgets what has ended.
local function settle(claim)
  if claim.stale then
    call('ZREMRANGEBYSCORE', claim.key, '(0', text(claim.now))
    claim.stale = false
  end
end

local function stand(claim, passed)
  local over = claim.used - claim.terms.limit
  local free, next_end = max(0, -over), left(claim, max(0, over))
  return {
    passed and 1 or 0, free, (passed or over < 0) and 0 or next_end, last_left(claim), free,
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

-- Whether its own lease is held.
local function held(claim)
  local own = claim.own
  if not claim.live then own = tonumber(call('ZSCORE', claim.key, claim.name)) end
  return own and own > claim.now
end

local function forget_own(claim)
  local live = claim.live
  for i = 1, #live do
    if live[i] == claim.own then
      claim.own = nil
      return table.remove(live, i)
    end
  end
end

local function add_own(claim, at)
  local live, place = claim.live, 1
  if claim.own then forget_own(claim) end
  while live[place] and live[place] <= at do place = place + 1 end
  table.insert(live, place, at)
  claim.own = at
end

local function begin(claim)
  settle(claim)
  local at = claim.now + claim.terms.length
  local added = call('ZADD', claim.key, text(-claim.now), NEWEST, text(at), claim.name)
  claim.used = claim.used + added - (claim.noted and 0 or 1)
  if claim.live then add_own(claim, at) end
  if claim.mark or claim.kept > 0 then remark(claim, claim.now) end
  live_on(claim)
end

local function take(claim)
  begin(claim)
  return stand(claim, true)
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
    claim.used = claim.used - 1
    if claim.live then forget_own(claim) end
    if claim.used > 0 then
      call('ZREM', claim.key, claim.name)
      keep_clock(claim)
    else
      call('DEL', claim.key)
    end
  end
  return stand(claim, still)
end

return {
  terms = terms, look = look, peek = peek, leave = leave, take = take, renew = renew, keep = take, fail = release,
  succeed = release, abandon = release, unclear = release,
}
