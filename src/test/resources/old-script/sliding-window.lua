-- The sliding window: a counter per precision (charge.extra), aligned with the epoch. Says what SlidingWindow.java says.
--
-- State: per precision in which something was used its start, as the distance from the one before, and its count. Used
-- is their sum over the precision that holds now and the window/precision - 1 before it; at most so many are kept.
--
-- Worked: limit 3 per 10 s by 2 s, hits at 0, 1 and 3 s: counters 0 (2) and 2 (1). Full until 10 s, when the first
-- counter leaves with both its hits; the other leaves at 12 s.
--
-- Cost: O(window/precision).

local FIRST = 4

-- Drops what has left.
local function settle(charge)
  local state, starts, counts = charge.state, {}, {}
  local start, live, used = 0, 0, 0
  charge.current = charge.now - charge.now % charge.extra
  for i = FIRST, #state, 2 do
    start = start + state[i]
    if start > charge.current - charge.window then
      live = live + 1
      starts[live], counts[live] = start, state[i + 1]
      used = used + state[i + 1]
    end
  end
  charge.starts, charge.counts, charge.used = starts, counts, used
end

local function wait(charge, permits)
  local i, free = 1, charge.counts[1]
  while free < permits do
    i = i + 1
    free = free + charge.counts[i]
  end
  return math.ceil((charge.starts[i] + charge.window) / charge.extra) * charge.extra - charge.now
end

local function store(charge)
  local state = { charge.state[1] or 0, charge.state[2] or 0, charge.state[3] or 0 }
  local before = 0
  for i, start in ipairs(charge.starts) do
    state[FIRST + 2 * i - 2], state[FIRST + 2 * i - 1] = start - before, charge.counts[i]
    before = start
  end
  charge.state = state
end

local function remove(charge, permits)
  charge.used = charge.used - permits
  while permits > 0 and charge.counts[1] <= permits do
    permits = permits - table.remove(charge.counts, 1)
    table.remove(charge.starts, 1)
  end
  if permits > 0 then charge.counts[1] = charge.counts[1] - permits end
end

local function count(charge, permits)
  local starts, counts = charge.starts, charge.counts
  if #starts == 0 or starts[#starts] < charge.current then
    starts[#starts + 1], counts[#counts + 1] = charge.current, 0
  end
  counts[#counts] = counts[#counts] + permits
  charge.used = charge.used + permits
end

local function add(charge, permits)
  count(charge, permits)
  store(charge)
end

local function attempt(charge, permits)
  local most = math.max(charge.used, charge.capacity)
  count(charge, permits)
  remove(charge, math.max(0, charge.used - most))
  store(charge)
end

local function drop(charge, permits)
  remove(charge, permits)
  store(charge)
end

return use('packed')({ settle = settle, wait = wait, add = add, attempt = attempt, drop = drop })
