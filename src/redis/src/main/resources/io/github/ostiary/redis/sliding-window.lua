-- The sliding window: a counter per precision (charge.terms.extra), aligned with the epoch. Says what SlidingWindow.java says.
--
-- State: per precision in which something was used its start, as the distance from the one before, and its count. Used
-- is their sum over the precision that holds now and the window/precision - 1 before it; at most so many are kept.
--
-- Worked: limit 3 per 10 s by 2 s, hits at 0, 1 and 3 s: counters 0 (2) and 2 (1). Full until 10 s, when the first
-- counter leaves with both its hits; the other leaves at 12 s.
--
-- Cost: O(window/precision).

-- Looked at where they stand: what has left stays in front of charge.first, which starts at charge.oldest, until something
-- is stored; the newest starts at charge.last.

local ceil = math.ceil
local FIRST = 4

local function settle(charge)
  local state, window = charge.state, charge.terms.window
  local gone = charge.now - charge.now % charge.terms.extra - window
  local start, used, first, oldest = 0, 0, FIRST, 0
  for i = FIRST, #state, 2 do
    start = start + state[i]
    if start > gone then
      if used == 0 then first, oldest = i, start end
      used = used + state[i + 1]
    end
  end
  charge.first, charge.oldest, charge.last, charge.used = first, oldest, start, used
end

local function wait(charge, permits)
  local start, window, precision = charge.last, charge.terms.window, charge.terms.extra
  if permits < charge.used then
    local state, i = charge.state, charge.first
    local free = state[i + 1]
    start = charge.oldest
    while free < permits do
      i = i + 2
      start, free = start + state[i], free + state[i + 1]
    end
  end
  return ceil((start + window) / precision) * precision - charge.now
end

-- Lets go of what has left.
local function compact(charge)
  local state, gone = charge.state, charge.first - FIRST
  if gone == 0 then return end
  local size = #state
  for i = FIRST, size do state[i] = state[i + gone] end
  if state[FIRST] then state[FIRST] = charge.oldest end
  charge.first = FIRST
end

local function remove(charge, permits)
  local state, first, oldest = charge.state, charge.first, charge.oldest
  charge.used = charge.used - permits
  while permits > 0 and state[first + 1] <= permits do
    permits = permits - state[first + 1]
    first, oldest = first + 2, oldest + (state[first + 2] or 0)
  end
  if permits > 0 then state[first + 1] = state[first + 1] - permits end
  charge.first, charge.oldest = first, oldest
end

local function count(charge, permits)
  local state, current = charge.state, charge.now - charge.now % charge.terms.extra
  local size = #state
  if charge.used == 0 then
    charge.first, charge.oldest, charge.last = FIRST, current, current
    for i = FIRST + 2, size do state[i] = nil end
    state[FIRST], state[FIRST + 1] = current, permits
  elseif charge.last < current then
    state[size + 1], state[size + 2] = current - charge.last, permits
    charge.last = current
  else
    state[size] = state[size] + permits
  end
  charge.used = charge.used + permits
end

local function add(charge, permits)
  count(charge, permits)
  compact(charge)
end

local function attempt(charge, permits)
  local most = math.max(charge.used, charge.terms.capacity)
  count(charge, permits)
  remove(charge, math.max(0, charge.used - most))
  compact(charge)
end

-- Takes a reservation off the counter that it is in; what is left to take is returned.
local function take_off(charge, permits)
  local state, start = charge.state, charge.oldest
  local own = charge.reserved_at - charge.reserved_at % charge.terms.extra
  for i = charge.first, #state, 2 do
    if i > charge.first then start = start + state[i] end
    if start == own then
      local back = math.min(permits, state[i + 1])
      state[i + 1], charge.used = state[i + 1] - back, charge.used - back
      permits = permits - back
    end
  end
  for i = #state, charge.first + 3, -2 do
    if state[i] > 0 then break end
    charge.last = charge.last - state[i - 1]
    state[i - 1], state[i] = nil, nil
  end
  return permits
end

local function drop(charge, permits)
  remove(charge, charge.reserved_at and take_off(charge, permits) or permits)
  compact(charge)
end

local function counting(charge)
  local precision = charge.terms.extra
  local gone = charge.now - charge.now % precision - charge.terms.window
  return charge.reserved_at - charge.reserved_at % precision > gone and charge.permits or 0
end

return use('packed')({
  settle = settle, wait = wait, add = add, attempt = attempt, drop = drop, counting = counting,
})
