-- How one key stands with one policy. Says what Lockout.java says.
--
-- Terms: see lockout-policy.lua. Own words: the reservation's id, its purpose (A attempt, S the same in a siege, C challenge; behind it, if it
-- ended a while ago, how many us), value, network, label, spelling; others to lock and to restore, see lockout-by-hand.lua. Says: passed, remaining, retry us (-1: never),
-- reason's number, 8 if this very call began that, and 16 times what that or a success followed from (see FoundBefore.java), admissible, change us. Of a state: phase's number, us until its end
-- (-1: none), failures, in flight, wrong challenges, reason, label, us since the lock or else the challenge began, levels, us
-- since what it follows from, and the lock's mark: when what has held without a gap since began, or 0.
--
-- State: one string. What time alone has done (reservations that became failures, a state that equals a fresh one) is
-- written by whatever call finds it, a peek too. A state that equals a fresh one is no state.
--
-- Cost: one GET; one SET with its expiry if something changed, none for a denial.

local policies, clocks, networks, put =
  use('lockout-policy'), use('key-clock'), use('known-networks'), use('clock').put
local call, max, min, remove, pack = redis.call, math.max, math.min, table.remove, cmsgpack.pack

local BUSY_MICROS, CAP_LIFE, BLOCK_LIFE = 1000000, 366 * 86400 * 1e6, 3660 * 86400 * 1e6
local UNLOCKED_ANSWERS = 500 -- as in LockoutPolicy.java
local LOCKED, CHALLENGE_REQUIRED, BLOCKED, BUSY, NEWS, FOUND = 0, 1, 2, 3, 8, 16
local CHALLENGE, IN_SIEGE = string.byte('C'), string.byte('S')

local function fresh()
  return {
    known = false, newest = 0, offset = 0, noted = 0, seq = 0, failures = {}, rungs = {}, held = {}, networks = {},
    start = 0, length = 0, block = false, reason = '', touched = false, asked = false, wrong = 0, streak = 0, streak_at = 0,
    label = '', spellings = {}, plain_streak = 0, unclear = {}, cause = 0, unlocked = 0, first = 0,
  }
end

local function load(text)
  local p = cmsgpack.unpack(text)
  return {
    known = true, newest = p[1], offset = p[2], seq = p[3], failures = p[4], rungs = p[5], held = p[6], networks = p[7],
    start = p[8], length = p[9], block = p[10], reason = p[11], touched = p[12], wrong = p[13], streak = p[14],
    streak_at = p[15], label = p[16], noted = p[17], spellings = p[18], plain_streak = p[19], asked = p[20], unclear = p[21],
    cause = p[22] or 0, unlocked = p[23] or 0, first = p[24] or p[8],
  }
end

local function read(policy, key, words, at)
  return {
    key = key, terms = policy, policy = policy, id = words[at], purpose = words[at + 1],
    attempt = string.byte(words[at + 1]) ~= CHALLENGE, siege = string.byte(words[at + 1]) == IN_SIEGE, value = words[at + 2],
    network = words[at + 3], label = words[at + 4], spelling = words[at + 5],
  }
end

local function terms(words)
  local policy = policies.read(words)
  policy.kind, policy.read, policy.own = 'lockout', read, 6
  return policy
end

local function lock_end(s) return s.start + s.length end

local function locked(claim)
  return claim.now < lock_end(claim.state)
end

local function blocked(claim)
  return claim.state.block and locked(claim)
end

local function pending(claim)
  local touched = claim.state.touched
  return touched and claim.now - touched < claim.policy.pending_life
end

-- Locks, or blocks if the length is -1, unless that would end earlier than the lock that holds. `cause`: when what it
-- follows from happened.
local function lock(claim, length, reason, cause)
  local s, block = claim.state, length == -1
  length = block and max(BLOCK_LIFE, lock_end(s) - claim.now) or min(length, policies.MOST_LONG)
  local shorter = not block and locked(claim) and claim.now + length <= lock_end(s)
  if length <= 0 or blocked(claim) or shorter then return end
  if not locked(claim) then s.first = claim.now end
  s.start, s.length, s.block, s.reason, s.cause = claim.now, length, block, reason, cause
  claim.lock_news = true
end

local function ask_challenge(claim)
  local s = claim.state
  if not pending(claim) then
    s.wrong, s.asked = 0, claim.now
    claim.challenge_news = true
  end
  s.touched = claim.now
end

local function end_challenge(claim)
  claim.state.touched, claim.state.asked, claim.state.wrong = false, false, 0
  policies.challenge_ended(claim.state, claim.policy)
end

local function stamp(claim)
  local s = claim.state
  s.known, s.newest, s.noted, s.offset = true, claim.now, claim.now, claim.offset
  claim.dirty, claim.room = true, nil
end

local function keep_clock(claim)
  local s, offset = claim.state, claim.offset
  if s.known and clocks.worth_noting(claim.now, offset, s.noted, s.offset) then
    s.offset, s.noted = offset, offset > 0 and claim.now or s.newest
    claim.dirty = true
  end
end

-- All of them, or those from the same network under the same spelling.
local function attempts_held(claim, like)
  local attempts = 0
  for _, one in ipairs(claim.state.held) do
    local counts = not like or one[5] == claim.network and one[6] == claim.spelling
    if not one[3] and counts then attempts = attempts + 1 end
  end
  return attempts
end

local function oldest_attempt(claim)
  for _, one in ipairs(claim.state.held) do
    if not one[3] then return one[2] end
  end
  return claim.now
end

local function step_failed(claim, time, value, spelling, cause)
  local s, policy = claim.state, claim.policy
  if not policies.add(s, time, value, spelling, policy.distinct) then return end
  local fired, top = policies.firing(s, policy, time, claim.now)
  if not top then return end
  for _, i in ipairs(fired) do
    policies.climb(s, policy, i, time, claim.now)
    if policy.steps[i].action == 'C' then ask_challenge(claim) end
  end
  local step = policy.steps[top]
  if step.action == 'B' then
    lock(claim, -1, '', cause)
  elseif step.action ~= 'C' then
    lock(claim, policies.duration(step, s.rungs[top][2]), '', cause)
  end
  for _, i in ipairs(fired) do s.rungs[i][3] = max(claim.now, lock_end(s)) end
end

local function streak(claim)
  return claim.now - claim.state.streak_at < CAP_LIFE and claim.state.streak or 0
end

local function found(claim, network, success)
  local s, policy = claim.state, claim.policy
  local failures = min(policies.counted(s, policy, claim.now, true), policy.most)
  if policy.cap > 0 then failures = max(failures, streak(claim)) end
  local told = success == 0 or failures > 0 or network == 2
  claim.found = told and failures * 8 + success + network or 0
end

-- One held: id, begin, whether it is for a challenge, value, network, spelling, and when an attempt under that last succeeded
-- meanwhile, if one has. It failed at a time: what failed before the key was unlocked is forgotten, whenever it arrives.
local function count(claim, one, at)
  local s, policy = claim.state, claim.policy
  if one[3] then
    if not pending(claim) then return end
    s.wrong, s.touched = s.wrong + 1, claim.now
    if s.wrong >= policy.attempts and policy.challenge_lock > 0 then
      end_challenge(claim)
      lock(claim, policy.challenge_lock, '', at)
    end
    return
  end
  networks.failed(claim.state, claim.policy, one[5], one[6])
  step_failed(claim, one[2], one[4], one[6], at)
  policies.prune(s, policy, oldest_attempt(claim))
  if policy.cap > 0 then
    if streak(claim) == 0 then
      s.streak = 0
      policies.end_streaks(s)
    end
    s.streak, s.streak_at = s.streak + 1, claim.now
    policies.lengthen_streak(s, one[6])
    if s.streak >= policy.cap then lock(claim, -1, '', at) end
  end
end

local function failed(claim, one, at)
  if at < claim.state.unlocked then return end
  local network = networks.standing(claim.state, claim.policy, claim.now, one[5], one[6])
  count(claim, one, at)
  if claim.lock_news then found(claim, network, 0) end
end

-- Given back a few times: says what UnclearEnds.java says.
local function ended_unclearly(claim, one, at)
  local s, policy, kept = claim.state, claim.policy, {}
  for _, time in ipairs(s.unclear) do
    if claim.now - time < policy.first_window then kept[#kept + 1] = time end
  end
  s.unclear = kept
  if #kept < policy.unclear then
    kept[#kept + 1] = claim.now
  else
    failed(claim, one, at)
  end
end

local function succeeded(claim, one, at)
  local s, policy = claim.state, claim.policy
  if one[3] then
    if pending(claim) then end_challenge(claim) end
    return
  end
  found(claim, networks.standing(s, policy, claim.now, one[5], one[6]), 4)
  if policy.consecutive then
    policies.succeeded(s, one[6], at)
    for _, other in ipairs(s.held) do
      if not other[3] and other[6] == one[6] then other[7] = max(other[7] or 0, at) end
    end
    s.streak = s.streak - policies.end_streak(s, one[6])
  end
  if policy.exempt > 0 and one[5] ~= '' then networks.succeeded(s, claim.now, one[5], one[6]) end
end

local function idle(claim)
  local s, policy = claim.state, claim.policy
  local cap_life = policy.cap > 0 and CAP_LIFE or 0
  local stop = max(lock_end(s), policies.stop(s, policy))
  if s.touched then stop = max(stop, s.touched + policy.pending_life) end
  if #s.networks > 0 then stop = max(stop, s.networks[#s.networks][2] + policy.exempt) end
  if s.streak > 0 then stop = max(stop, s.streak_at + cap_life) end
  if #s.unclear > 0 then stop = max(stop, s.unclear[#s.unclear] + policy.first_window) end
  if #s.held > 0 then
    stop = max(stop, s.held[#s.held][2] + policy.settle + max(cap_life, policy.longest))
  end
  return max(0, stop - claim.now)
end

local function save(claim)
  if not claim.dirty then return end
  local s, life = claim.state, idle(claim)
  if life == 0 then
    call('DEL', claim.key)
  else
    put(claim.key, pack({
      s.newest, s.offset, s.seq, s.failures, s.rungs, s.held, s.networks, s.start, s.length, s.block, s.reason,
      s.touched, s.wrong, s.streak, s.streak_at, s.label, s.noted, s.spellings, s.plain_streak, s.asked, s.unclear,
      s.cause, s.unlocked, s.first,
    }), life + claim.extra_life)
  end
  claim.dirty = false
end

-- What all steps leave, or those that block, and the cap.
local function room(claim, blocks)
  local policy, attempts = claim.policy, attempts_held(claim)
  local free = policies.room(claim.state, policy, claim.now, claim.value, attempts, blocks)
  return policy.cap > 0 and min(free, max(1, policy.cap - streak(claim)) - attempts) or free
end

local function free(claim)
  local s, policy = claim.state, claim.policy
  if blocked(claim) then return 0 end
  local free, left = 0, claim.attempt and networks.left(s, policy, claim.now, claim.network, claim.spelling) or 0
  if not locked(claim) then
    if not claim.attempt then
      local locks = policy.challenge_lock > 0
      free = locks and policy.attempts or UNLOCKED_ANSWERS
      if pending(claim) then
        free = max(1, free - (locks and s.wrong or 0)) - (#s.held - attempts_held(claim))
      end
    elseif not (claim.siege and left == 0 or pending(claim)) then
      free = room(claim, false)
    end
  end
  if left > 0 and policy.exempts then
    free = max(free, min(left - attempts_held(claim, true), room(claim, true)))
  end
  return max(0, min(free, policies.MOST_HELD - #s.held))
end

local function find(held, id)
  for i, one in ipairs(held) do
    if one[1] == id then return i end
  end
end

-- What is free to a reservation that may have been made already: it is not in its own way.
local function room_for(claim)
  local held = claim.state.held
  local i = find(held, claim.id)
  local own = i and remove(held, i)
  local room = free(claim)
  if own then table.insert(held, i, own) end
  return room
end

local function denial(claim)
  if locked(claim) then return claim.state.block and BLOCKED or LOCKED end
  return claim.attempt and (claim.siege or pending(claim)) and CHALLENGE_REQUIRED or BUSY
end

local function look(claim, now, deciding)
  local text = call('GET', claim.key)
  claim.clock = now
  if text then
    claim.state = load(text)
    claim.now, claim.offset, claim.extra_life = clocks.read(now, claim.state.noted, claim.state.offset)
  end
  if not text or idle(claim) == 0 then
    claim.state, claim.now, claim.offset, claim.extra_life, claim.dirty = fresh(), now, 0, 0, text
  end
  local held = claim.state.held
  while held[1] and held[1][2] <= claim.now - claim.policy.settle do
    local lost = remove(held, 1)
    failed(claim, lost, lost[2])
    stamp(claim)
  end
  claim.room = deciding and room_for(claim) or nil
  claim.passes = deciding and claim.room > 0
end

local function peek(claim)
  save(claim)
  local room, found = claim.room or room_for(claim), (claim.found or 0) * FOUND
  if room > 0 then return { 1, room, 0, LOCKED + found, 1, 0 } end
  local reason, retry = denial(claim), -1
  if reason == LOCKED then retry = lock_end(claim.state) - claim.now end
  if reason == BUSY then retry = BUSY_MICROS end
  local news = reason ~= BUSY and claim.lock_news
  if reason == CHALLENGE_REQUIRED then news = claim.challenge_news end
  return { 0, 0, retry, reason + (news and NEWS or 0) + found, 0, retry }
end

-- Says how it stands on a server that cannot write, too: what time alone has done is found again by the next.
local function read_only(claim)
  pcall(save, claim)
  claim.dirty = false
  return peek(claim)
end

local function take(claim)
  local s = claim.state
  if claim.attempt or pending(claim) then
    if not find(s.held, claim.id) then
      s.held[#s.held + 1] = { claim.id, claim.now, not claim.attempt, claim.value, claim.network, claim.spelling }
    end
    if claim.label ~= '' then s.label = claim.label end
    if not claim.attempt then s.touched = claim.now end
    stamp(claim)
  end
  save(claim)
  local room = free(claim)
  return { 1, room, 0, LOCKED, min(1, room), 0 }
end

local function leave(claim)
  keep_clock(claim)
  if claim.policy.extends and claim.attempt and not claim.passes and denial(claim) == LOCKED then
    local s = claim.state
    local before = lock_end(s)
    s.start, s.cause = claim.now, claim.now
    for _, rung in ipairs(s.rungs) do
      if rung[2] > 0 and rung[3] == before then rung[3] = lock_end(s) end
    end
    failed(claim, { '', claim.now, false, claim.value, claim.network, claim.spelling }, claim.now)
    stamp(claim)
  end
  return peek(claim)
end

local function settle(claim, ended)
  local held = claim.state.held
  keep_clock(claim)
  local i = find(held, claim.id)
  local one = i and remove(held, i)
  if one then
    local at = max(one[2], claim.now - (tonumber(string.sub(claim.purpose, 2)) or 0))
    if ended and (ended == succeeded or at >= (one[7] or 0)) then ended(claim, one, at) end
    stamp(claim)
  end
  claim.attempt, claim.room = true, nil
  return peek(claim)
end

-- Moves what few calls need out of the way of all others.
local function by_hand(operation)
  return function(claim)
    return use('lockout-by-hand')[operation](claim, {
      fresh = fresh, lock = lock, lock_end = lock_end, stamp = stamp, locked = locked, blocked = blocked, pending = pending,
      attempts_held = attempts_held, save = save, peek = peek,
    })
  end
end

return {
  terms = terms, look = look, peek = read_only, take = take, keep = take, leave = leave, state = by_hand('state'),
  admit = by_hand('admit'), lock = by_hand('lock'), unlock = by_hand('unlock'), restore = by_hand('restore'),
  fail = function(claim) return settle(claim, failed) end,
  succeed = function(claim) return settle(claim, succeeded) end,
  abandon = function(claim) return settle(claim) end,
  unclear = function(claim) return settle(claim, ended_unclearly) end,
}
