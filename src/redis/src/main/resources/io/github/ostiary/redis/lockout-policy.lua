-- What failures lead to, and what of it has happened. Says what Failures.java and StepCounts.java say.
--
-- A policy's terms: letter, flags (c consecutive, d distinct, e extends on attempt, s shadow, x exempts, - none), memory us,
-- cap, exempt us, settle us, challenge attempts, challenge lock us, unclear ends given back; then per step its action's letter, failures,
-- window us, duration us, factor, growth us, max us, rearm.
--
-- State: `failures`, by the times their attempts began, each its time, the number of its settling, its value if values
-- are counted, and the number of its spelling; `rungs`, per step the number at which it last fired, its level, the end of
-- the lock in force then, and the spelling that armed it; `spellings`, those failed under last, see Spellings.java: each
-- its number, itself, and how many failures in a row it has. The canonical spelling has the number 0, left out at an end.

local MOST_LONG, MOST_LEVELS, MOST_FACTORS, MOST_HELD = 3155760000000000, 1000000, 1000, 1000
local MOST_SPELLINGS, CANONICAL, MIXED, DISARMED = 8, 0, -1, -2
local RANK = { C = 1, D = 2, L = 3, B = 4 }
local FIRST_STEP, STEP_WORDS = 10, 8
local max, min, floor, remove, insert = math.max, math.min, math.floor, table.remove, table.insert

local function read(words)
  local flags = words[2]
  local policy = {
    consecutive = string.find(flags, 'c', 1, true), distinct = string.find(flags, 'd', 1, true),
    extends = string.find(flags, 'e', 1, true), shadow = string.find(flags, 's', 1, true),
    exempts = string.find(flags, 'x', 1, true),
    memory = min(words[3], MOST_LONG), cap = words[4], exempt = words[5], settle = words[6],
    attempts = words[7], challenge_lock = words[8], unclear = words[9], steps = {}, longest = 0, most = 0,
    lowest = words[4] > 0 and words[4] or MOST_HELD,
  }
  for i = FIRST_STEP, #words, STEP_WORDS do
    local step = {
      action = words[i], failures = words[i + 1], window = words[i + 2], duration = words[i + 3], factor = words[i + 4],
      growth = words[i + 5], max = min(words[i + 6], MOST_LONG), rearm = words[i + 7], delays = words[i] == 'D',
    }
    policy.steps[#policy.steps + 1] = step
    policy.longest = max(policy.longest, step.window)
    policy.most = max(policy.most, step.failures)
    policy.lowest = min(policy.lowest, step.failures)
  end
  policy.first_window = policy.steps[1] and policy.steps[1].window or 0
  policy.pending_life = max(policy.memory, policy.longest)
  return policy
end

local function index_of(failures, value)
  for i = #failures, 1, -1 do
    if (failures[i][3] or '') == value then return i end
  end
end

local function spelling_at(state, text)
  for i, one in ipairs(state.spellings) do
    if one[2] == text then return i end
  end
end

local function spelling_number(state, text)
  if text == '' then return CANONICAL end
  local at = spelling_at(state, text)
  return at and state.spellings[at][1] or MIXED
end

-- The number of a spelling that is failed under now.
local function spelling_used(state, text)
  if text == '' then return CANONICAL end
  local spellings, at = state.spellings, spelling_at(state, text)
  local one = at and remove(spellings, at) or { state.seq, text, 0 }
  spellings[#spellings + 1] = one
  if #spellings > MOST_SPELLINGS then remove(spellings, 1) end
  return one[1]
end

local function failure(time, seq, value, spelling)
  if spelling ~= CANONICAL then return { time, seq, value, spelling } end
  return { time, seq, value ~= '' and value or nil }
end

-- False if it tells nothing new.
local function add(state, time, value, written, distinct)
  local failures = state.failures
  state.seq = state.seq + 1
  local spelling = spelling_used(state, written)
  local known = distinct and index_of(failures, value)
  if known then
    local before = failures[known]
    if (before[4] or CANONICAL) ~= spelling then spelling = MIXED end
    if before[1] > time then
      failures[known] = failure(before[1], before[2], value, spelling)
      return false
    end
    remove(failures, known)
  end
  local at = #failures + 1
  while at > 1 and failures[at - 1][1] > time do at = at - 1 end
  insert(failures, at, failure(time, state.seq, value, spelling))
  return true
end

local function count(failures, stop, window, mark)
  local found = 0
  for i = #failures, 1, -1 do
    if stop - failures[i][1] >= window then break end
    if failures[i][2] > mark then found = found + 1 end
  end
  return found
end

local function counts(failures, value, stop, window, mark)
  local known = index_of(failures, value)
  return known and failures[known][2] > mark and stop - failures[known][1] < window
end

-- Whether any window that contains a time holds so many settled after the mark.
local function reach(failures, threshold, time, window, mark)
  local found, low = 0, 1
  for _, failure in ipairs(failures) do
    if failure[1] - time >= window then return false end
    if failure[2] > mark then found = found + 1 end
    while failure[1] - failures[low][1] >= window do
      if failures[low][2] > mark then found = found - 1 end
      low = low + 1
    end
    if failure[1] >= time and found >= threshold then return true end
  end
  return false
end

local function mark(state, i)
  return state.rungs[i] and state.rungs[i][1] or 0
end

local function remembered(state, policy, i, now)
  local rung = state.rungs[i]
  return rung and rung[2] > 0 and now - rung[3] < policy.memory
end

local function threshold(state, policy, i, now)
  local armed = remembered(state, policy, i, now) and state.rungs[i][4] ~= DISARMED
  return armed and policy.steps[i].rearm or policy.steps[i].failures
end

local function rung(state, i)
  for j = #state.rungs + 1, i do state.rungs[j] = { 0, 0, 0 } end
  return state.rungs[i]
end

-- The different values being attempted.
local function values_held(held)
  local values = {}
  for _, one in ipairs(held) do
    if not one[3] then values[one[4]] = true end
  end
  return values
end

-- Attempts that may be reserved now.
local function room(state, policy, now, value, attempts, blocks)
  local failures, room = state.failures, MOST_HELD
  local values = policy.distinct and values_held(state.held)
  for i, step in ipairs(policy.steps) do if not blocks or step.action == 'B' then
    local full = step.delays and count(failures, now, step.window, 0) >= step.failures
    local from = step.delays and not full and 0 or mark(state, i)
    local need = full and 1 or threshold(state, policy, i, now)
    local free = max(1, need - count(failures, now, step.window, from))
    if values then
      for other in pairs(values) do
        if not counts(failures, other, now, step.window, from) then free = free - 1 end
      end
      if values[value] or counts(failures, value, now, step.window, from) then free = max(1, free) end
    else
      free = free - attempts
    end
    room = min(room, free)
  end end
  return room
end

-- The steps that a failure of a time fires, and the one that wins.
local function firing(state, policy, time, now)
  local fired, top = {}, nil
  for i, step in ipairs(policy.steps) do
    local need = step.delays and step.failures or threshold(state, policy, i, now)
    if reach(state.failures, need, time, step.window, step.delays and 0 or mark(state, i)) then
      fired[#fired + 1] = i
      if not top or RANK[step.action] >= RANK[policy.steps[top].action] then top = i end
    end
  end
  return fired, top
end

-- The spelling of all that counts in a step for a failure of a time.
local function spelling_of(state, time, window, mark)
  local spelling
  for _, one in ipairs(state.failures) do
    if one[2] > mark and math.abs(one[1] - time) < window then
      local own = one[4] or CANONICAL
      if spelling and spelling ~= own then return MIXED end
      spelling = own
    end
  end
  return spelling or MIXED
end

local function climb(state, policy, i, time, now)
  local known = remembered(state, policy, i, now)
  local one = rung(state, i)
  local by = spelling_of(state, time, policy.steps[i].window, one[1])
  local armed = one[4] or CANONICAL
  one[4] = known and armed ~= DISARMED and armed ~= by and MIXED or by
  one[1], one[2] = state.seq, known and min(MOST_LEVELS, one[2] + 1) or 1
end

-- A caller who writes the name in a way has shown at a time to be right: his failures until then are forgotten, and what only
-- they armed.
local function succeeded(state, text, at)
  local spelling, kept = spelling_number(state, text), {}
  if spelling ~= MIXED then
    for _, one in ipairs(state.failures) do
      if (one[4] or CANONICAL) ~= spelling or one[1] > at then kept[#kept + 1] = one end
    end
    state.failures = kept
    for _, one in ipairs(state.rungs) do
      if (one[4] or CANONICAL) == spelling then one[4] = DISARMED end
    end
  end
end

local function end_streaks(state)
  state.plain_streak = 0
  for _, one in ipairs(state.spellings) do one[3] = 0 end
end

-- Forgets what began up to a time.
local function forget_until(state, time)
  local kept = {}
  for _, one in ipairs(state.failures) do
    if one[1] > time then kept[#kept + 1] = one end
  end
  state.failures = kept
end

-- What began after a time goes over to a fresh state: it is counted as it was, and no step has fired.
local function keep_since(old, state, time)
  forget_until(old, time)
  state.failures = old.failures
  if #state.failures == 0 then return end
  state.spellings = old.spellings
  end_streaks(state)
  for i, one in ipairs(old.rungs) do state.rungs[i] = { one[1], 0, 0 } end
end

local function lengthen_streak(state, text)
  local at = spelling_at(state, text)
  if at then
    state.spellings[at][3] = state.spellings[at][3] + 1
  elseif text == '' then
    state.plain_streak = state.plain_streak + 1
  end
end

local function end_streak(state, text)
  local at, streak = spelling_at(state, text), 0
  if at then
    streak, state.spellings[at][3] = state.spellings[at][3], 0
  elseif text == '' then
    streak, state.plain_streak = state.plain_streak, 0
  end
  return streak
end

local function duration(step, level)
  local most = step.max
  local micros = min(step.duration, most)
  if step.growth > 0 then
    return level - 1 > floor((most - micros) / step.growth) and most or micros + (level - 1) * step.growth
  end
  if step.factor > 1 then
    for _ = 2, min(level, MOST_FACTORS) do
      if micros >= most then break end
      micros = min(most, floor(micros * step.factor))
    end
  end
  return micros
end

-- The steps that ask for a challenge count afresh.
local function challenge_ended(state, policy)
  for i, step in ipairs(policy.steps) do
    if step.action == 'C' then rung(state, i)[1] = state.seq end
  end
end

local function counted(state, policy, now, all)
  local most = 0
  for i, step in ipairs(policy.steps) do
    local from = (all or step.delays) and 0 or mark(state, i)
    most = max(most, count(state.failures, now, step.window, from))
  end
  return most
end

-- How often each step has fired, as far as that is remembered; empty if none has.
local function levels(state, policy, now)
  local words, last = {}, 0
  for i = 1, #policy.steps do
    words[i] = remembered(state, policy, i, now) and state.rungs[i][2] or 0
    if words[i] > 0 then last = i end
  end
  return table.concat(words, ' ', 1, last)
end

-- The same once more, for a lock that ends then.
local function relevel(state, policy, now, levels, lock_end)
  local i = 0
  for word in string.gmatch(levels, '%d+') do
    i = i + 1
    if tonumber(word) > 0 and i <= #policy.steps then
      local level = remembered(state, policy, i, now) and state.rungs[i][2] or 0
      local one = rung(state, i)
      one[2], one[3] = min(MOST_LEVELS, max(level, tonumber(word))), lock_end
      one[4] = MIXED
    end
  end
end

-- When nothing here counts any more.
local function stop(state, policy)
  local failures = state.failures
  local at = #failures > 0 and failures[#failures][1] + policy.longest or 0
  for i = 1, min(#state.rungs, #policy.steps) do
    if state.rungs[i][2] > 0 then at = max(at, state.rungs[i][3] + policy.memory) end
  end
  return at
end

local function prune(state, policy, oldest_begin)
  local failures, kept = state.failures, {}
  local first = max(1, #failures - 2 * policy.most - 15)
  for i = first, #failures do
    if failures[i][1] > oldest_begin - policy.longest then kept[#kept + 1] = failures[i] end
  end
  state.failures = kept
end

return {
  read = read, add = add, room = room, firing = firing, climb = climb, duration = duration,
  succeeded = succeeded, end_streaks = end_streaks, keep_since = keep_since, forget_until = forget_until, lengthen_streak = lengthen_streak, end_streak = end_streak,
  challenge_ended = challenge_ended, counted = counted, stop = stop, prune = prune, rung = rung,
  levels = levels, relevel = relevel,
  MOST_LONG = MOST_LONG, MOST_HELD = MOST_HELD,
}
