-- The fixed window: at most `limit` permits in a window that opens with the first of them. Says what FixedWindow.java
-- says. State: start, count. A window is open while something is used and now < start + window.
--
-- Worked: limit 3 per 1 s, hits at 0, 400 and 900 ms: full until 1000 ms; a hit then opens 1000 to 2000 ms.

local START, COUNT = 4, 5

local function settle(charge)
  local state = charge.state
  local open = state[START] and charge.now - state[START] < charge.terms.window
  charge.used = open and state[COUNT] or 0
end

local function wait(charge)
  return charge.state[START] + charge.terms.window - charge.now
end

local function add(charge, permits)
  if charge.used == 0 then charge.state[START] = charge.now end
  charge.used = charge.used + permits
  charge.state[COUNT] = charge.used
end

local function counting(charge)
  return charge.used > 0 and charge.reserved_at >= charge.state[START] and charge.permits or 0
end

return use('packed')({ settle = settle, wait = wait, add = add, counting = counting })
