-- What failures lead to, and what of it has happened. Says what Failures.java and Rungs.java say.
--
-- A ladder travels as one word: flags (c consecutive, d distinct, e extends on attempt, s shadow, - none), memory us,
-- cap, exempt us, settle us, challenge attempts, challenge lock us; then per step its action's letter, failures,
-- window us, duration us, factor, growth us, max us, rearm.
--
-- State: `failures`, by the times their attempts began, each its time, the number of its settling, and its value if
-- values are counted; `rungs`, per step the number at which it last fired, its level, and the end of the lock in force
-- then.

local MOST_LONG, MOST_LEVELS, MOST_FACTORS, MOST_HELD = 3155760000000000, 1000000, 1000, 1000
local RANK = { C = 1, D = 2, L = 3, B = 4 }
local FIRST_STEP, STEP_WORDS = 8, 8

local function read(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = tonumber(word) or word end
  local flags = words[1]
  local ladder = {
    consecutive = string.find(flags, 'c', 1, true), distinct = string.find(flags, 'd', 1, true),
    extends = string.find(flags, 'e', 1, true), shadow = string.find(flags, 's', 1, true),
    memory = math.min(words[2], MOST_LONG), cap = words[3], exempt = words[4], settle = words[5],
    attempts = words[6], challenge_lock = words[7], steps = {}, longest = 0, most = 0,
    lowest = words[3] > 0 and words[3] or MOST_HELD,
  }
  for i = FIRST_STEP, #words, STEP_WORDS do
    local step = {
      action = words[i], failures = words[i + 1], window = words[i + 2], duration = words[i + 3], factor = words[i + 4],
      growth = words[i + 5], max = math.min(words[i + 6], MOST_LONG), rearm = words[i + 7], delays = words[i] == 'D',
    }
    ladder.steps[#ladder.steps + 1] = step
    ladder.longest = math.max(ladder.longest, step.window)
    ladder.most = math.max(ladder.most, step.failures)
    ladder.lowest = math.min(ladder.lowest, step.failures)
  end
  ladder.pending_life = math.max(ladder.memory, ladder.longest)
  return ladder
end

local function index_of(failures, value)
  for i = #failures, 1, -1 do
    if (failures[i][3] or '') == value then return i end
  end
end

-- False if it tells nothing new.
local function add(state, time, value, distinct)
  local failures = state.failures
  state.seq = state.seq + 1
  local known = distinct and index_of(failures, value)
  if known then
    if failures[known][1] > time then return false end
    table.remove(failures, known)
  end
  local at = #failures + 1
  while at > 1 and failures[at - 1][1] > time do at = at - 1 end
  table.insert(failures, at, { time, state.seq, value ~= '' and value or nil })
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

local function remembered(state, ladder, i, now)
  local rung = state.rungs[i]
  return rung and rung[2] > 0 and now - rung[3] < ladder.memory
end

local function threshold(state, ladder, i, now)
  return remembered(state, ladder, i, now) and ladder.steps[i].rearm or ladder.steps[i].failures
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
local function room(state, ladder, now, value, attempts)
  local failures, room = state.failures, MOST_HELD
  local values = ladder.distinct and values_held(state.held)
  for i, step in ipairs(ladder.steps) do
    local full = step.delays and count(failures, now, step.window, 0) >= step.failures
    local from = step.delays and not full and 0 or mark(state, i)
    local need = full and 1 or threshold(state, ladder, i, now)
    local free = math.max(1, need - count(failures, now, step.window, from))
    if values then
      for other in pairs(values) do
        if not counts(failures, other, now, step.window, from) then free = free - 1 end
      end
      if values[value] or counts(failures, value, now, step.window, from) then free = math.max(1, free) end
    else
      free = free - attempts
    end
    room = math.min(room, free)
  end
  return room
end

-- The steps that a failure of a time fires, and the one that wins.
local function firing(state, ladder, time, now)
  local fired, top = {}, nil
  for i, step in ipairs(ladder.steps) do
    local need = step.delays and step.failures or threshold(state, ladder, i, now)
    if reach(state.failures, need, time, step.window, step.delays and 0 or mark(state, i)) then
      fired[#fired + 1] = i
      if not top or RANK[step.action] >= RANK[ladder.steps[top].action] then top = i end
    end
  end
  return fired, top
end

local function climb(state, ladder, i, now)
  local known = remembered(state, ladder, i, now)
  local one = rung(state, i)
  one[1], one[2] = state.seq, known and math.min(MOST_LEVELS, one[2] + 1) or 1
end

local function duration(step, level)
  local most = step.max
  local micros = math.min(step.duration, most)
  if step.growth > 0 then
    return level - 1 > math.floor((most - micros) / step.growth) and most or micros + (level - 1) * step.growth
  end
  if step.factor > 1 then
    for _ = 2, math.min(level, MOST_FACTORS) do
      if micros >= most then break end
      micros = math.min(most, math.floor(micros * step.factor))
    end
  end
  return micros
end

-- The steps that ask for a challenge count afresh.
local function challenge_ended(state, ladder)
  for i, step in ipairs(ladder.steps) do
    if step.action == 'C' then rung(state, i)[1] = state.seq end
  end
end

local function counted(state, ladder, now, all)
  local most = 0
  for i, step in ipairs(ladder.steps) do
    local from = (all or step.delays) and 0 or mark(state, i)
    most = math.max(most, count(state.failures, now, step.window, from))
  end
  return most
end

-- How often each step has fired, as far as that is remembered; empty if none has.
local function levels(state, ladder, now)
  local words, last = {}, 0
  for i = 1, #ladder.steps do
    words[i] = remembered(state, ladder, i, now) and state.rungs[i][2] or 0
    if words[i] > 0 then last = i end
  end
  return table.concat(words, ' ', 1, last)
end

-- The same once more, for a lock that ends then.
local function relevel(state, ladder, now, levels, lock_end)
  local i = 0
  for word in string.gmatch(levels, '%d+') do
    i = i + 1
    if tonumber(word) > 0 and i <= #ladder.steps then
      local level = remembered(state, ladder, i, now) and state.rungs[i][2] or 0
      local one = rung(state, i)
      one[2], one[3] = math.min(MOST_LEVELS, math.max(level, tonumber(word))), lock_end
    end
  end
end

-- When nothing here counts any more.
local function stop(state, ladder)
  local failures = state.failures
  local at = #failures > 0 and failures[#failures][1] + ladder.longest or 0
  for i = 1, math.min(#state.rungs, #ladder.steps) do
    if state.rungs[i][2] > 0 then at = math.max(at, state.rungs[i][3] + ladder.memory) end
  end
  return at
end

local function prune(state, ladder, oldest_begin)
  local failures, kept = state.failures, {}
  local first = math.max(1, #failures - 2 * ladder.most - 15)
  for i = first, #failures do
    if failures[i][1] > oldest_begin - ladder.longest then kept[#kept + 1] = failures[i] end
  end
  state.failures = kept
end

return {
  read = read, add = add, room = room, firing = firing, climb = climb, duration = duration,
  challenge_ended = challenge_ended, counted = counted, stop = stop, prune = prune, rung = rung,
  levels = levels, relevel = relevel,
  MOST_LONG = MOST_LONG, MOST_HELD = MOST_HELD,
}
