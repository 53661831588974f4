-- Who holds the permits of a concurrency rule. Says what Leases.java says. State: a sorted set, the leases' names by the
-- times they began. One that began a lease's length ago has ended, whether it is still in the set or not.
--
-- Terms: letter, permits, lease us, flags (s is a shadow). Own word: the lease's name. Says: passed, remaining, retry us,
-- reset us, admissible, change us.
--
-- Time: see key-clock.lua; what was last done is the newest beginning. While there is an offset, a member of the highest
-- score holds it and how far time has got.

local clocks, expire = use('key-clock'), use('clock').expire
local call, format, max = redis.call, string.format, math.max
local INFINITE = math.huge

-- The newest five members are read, each with its score. Fewer are all there are.
local MOST_READ = 2 * 5

local function read(concurrency, key, words, at)
  return { key = key, terms = concurrency, name = words[at] }
end

local function terms(words)
  return { kind = 'leases', read = read, own = 1, limit = words[2], length = words[3], shadow = words[4] == 's' }
end

local function text(micros)
  return format('%d', micros)
end

local function since(claim)
  return '(' .. text(claim.now - claim.terms.length)
end

-- When those began that are held now, oldest first, where so few are in the set that all were read; else nothing.
local function live_among(claim, read)
  local from, live = claim.now - claim.terms.length, {}
  for i = 2, #read, 2 do
    local began = read[i] + 0
    if began > from and began < INFINITE then live[#live + 1] = began end
    if began <= from then claim.stale = true end
    if read[i - 1] == claim.name then claim.began = began end
  end
  return live
end

local function look(claim, now)
  local read = call('ZRANGE', claim.key, '-5', '-1', 'WITHSCORES')
  local count = #read
  claim.now, claim.offset, claim.noted, claim.kept, claim.extra_life = now, 0, false, 0, 0
  if read[count] == 'inf' then
    claim.mark = read[count - 1]
    local offset, noted = string.match(claim.mark, '^(%d+) (%d+)$')
    claim.offset, claim.noted = tonumber(offset), tonumber(noted)
  elseif count > 0 then
    claim.noted = tonumber(read[count])
  end
  if claim.noted then claim.now, claim.kept, claim.extra_life = clocks.read(now, claim.noted, claim.offset) end
  if count < MOST_READ then
    claim.live = live_among(claim, read)
    claim.used = #claim.live
  else
    claim.used, claim.stale = call('ZCOUNT', claim.key, since(claim), '(inf'), true
  end
  claim.passes = claim.used < claim.terms.limit
end

local function remark(claim, noted)
  if claim.mark then call('ZREM', claim.key, claim.mark) end
  if claim.kept > 0 then
    call('ZADD', claim.key, 'inf', text(claim.kept) .. ' ' .. text(noted))
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
  if claim.stale then
    call('ZREMRANGEBYSCORE', claim.key, '-inf', text(claim.now - claim.terms.length))
    claim.stale = false
  end
end

-- How long until the lease of a rank, 0 for the oldest that is held, ends; 0 if there is none.
local function ends(claim, rank)
  local began
  if claim.live then
    began = claim.live[rank + 1]
  else
    began = call('ZRANGEBYSCORE', claim.key, since(claim), '(inf', 'WITHSCORES', 'LIMIT', text(rank), '1')[2]
  end
  return began and began + claim.terms.length - claim.now or 0
end

local function stand(claim, passed)
  local over = claim.used - claim.terms.limit
  local free, next_end = max(0, -over), ends(claim, max(0, over))
  return {
    passed and 1 or 0, free, (passed or over < 0) and 0 or next_end, ends(claim, max(0, claim.used - 1)), free,
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

-- When its own lease began, if it is held.
local function held(claim)
  local began = claim.began
  if not claim.live then began = tonumber(call('ZSCORE', claim.key, claim.name)) end
  return began and began > claim.now - claim.terms.length and began
end

local function forget_own(claim)
  local live = claim.live
  for i = 1, #live do
    if live[i] == claim.began then return table.remove(live, i) end
  end
end

local function begin(claim)
  settle(claim)
  claim.used = claim.used + call('ZADD', claim.key, text(claim.now), claim.name)
  if claim.live then
    if held(claim) then forget_own(claim) end
    claim.live[#claim.live + 1] = claim.now
  end
  if claim.mark or claim.kept > 0 then remark(claim, claim.now) end
  expire(claim.key, claim.terms.length + claim.extra_life)
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

-- Room or not: its holder is at work.
local function keep(claim)
  if not held(claim) then begin(claim) end
  return stand(claim, true)
end

local function release(claim)
  local still = held(claim)
  if still then
    settle(claim)
    call('ZREM', claim.key, claim.name)
    claim.used = claim.used - 1
    if claim.live then forget_own(claim) end
    if claim.used > 0 then
      keep_clock(claim)
    elseif claim.mark then
      call('DEL', claim.key)
    end
  end
  return stand(claim, still)
end

return {
  terms = terms, look = look, peek = peek, leave = leave, take = take, renew = renew, keep = keep, fail = release,
  succeed = release, abandon = release,
}
