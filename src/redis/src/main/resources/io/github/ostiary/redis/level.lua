-- What is missing from a bucket at a time, exactly: `whole` permits less part/window of one. Says what Level.java says.
--
-- Naive: a float of tokens. Flaw: its rounding depends on how often it is looked at.
--
-- Model: in dt us the rate gives dt * rate / window permits; the quotient is taken off `whole`, the rest kept in `part`.
-- Products go to 75 bits; doubles are exact to 53: so they are divided digit by digit, base 64.
--
-- State: whole, part, at. Settled: charge.used, charge.part, charge.at.

local floor, min, max = math.floor, math.min, math.max
local WHOLE, PART, AT = 4, 5, 6
local LONGEST, MOST_USED = 3660 * 86400 * 1e6, 4e9

-- Quotient and rest of a * b / divisor, for a < divisor < 2^46 and b < 2^36.
local function divide(a, b, divisor)
  if a * b < 2 ^ 53 then return floor(a * b / divisor), a * b % divisor end
  local quotient, rest = 0, 0
  for shift = 30, 0, -6 do
    local step = rest * 64 + floor(b / 2 ^ shift) % 64 * a
    quotient, rest = quotient * 64 + floor(step / divisor), step % divisor
  end
  return quotient, rest
end

local function set(charge, whole, part, at)
  charge.used, charge.part, charge.at = whole, part, at
end

-- What is kept of what was missing: what comes back in ten years, or of a debt and slots that were handed out.
local function most(terms)
  if not terms.most_missing then
    local slots = 1 + floor(min(1e9, 86400e6 * terms.rate / terms.window))
    local lasting = min(floor(LONGEST / terms.window * terms.rate), MOST_USED)
    terms.most_missing = max(2 * terms.capacity + slots, lasting)
  end
  return terms.most_missing
end

-- Refilled smoothly.
local function settle(charge)
  local state, terms = charge.state, charge.terms
  local rate, window = terms.rate, terms.window
  local missing = min(state[WHOLE], most(terms))
  local elapsed = charge.now - state[AT]
  local windows = floor(elapsed / window)
  if windows >= missing then return set(charge, 0, 0, charge.now) end
  local gained, rest = divide(elapsed % window, rate, window)
  rest = rest + min(state[PART], window - 1)
  if rest >= window then gained, rest = gained + 1, rest - window end
  local left = missing - windows * rate - gained
  if left <= 0 then return set(charge, 0, 0, charge.now) end
  set(charge, left, rest, charge.now)
end

-- Until so many permits are back: ceil((permits * window - part) / rate).
local function wait(charge, permits)
  local rate, window = charge.terms.rate, charge.terms.window
  local quotient, rest = divide(window % rate, permits, rate)
  local beyond = rest > charge.part % rate and 1 or 0
  return permits * floor(window / rate) + quotient - floor(charge.part / rate) + beyond
end

-- The same by whole windows; `at` is the start of the last one.
local function settle_by_interval(charge)
  local state, terms = charge.state, charge.terms
  local rate, window = terms.rate, terms.window
  local missing = min(state[WHOLE], most(terms))
  local windows = floor((charge.now - state[AT]) / window)
  set(charge, max(0, missing - windows * rate), 0, state[AT] + windows * window)
end

local function wait_by_interval(charge, permits)
  return charge.at + math.ceil(permits / charge.terms.rate) * charge.terms.window - charge.now
end

local function store(charge)
  charge.state[WHOLE], charge.state[PART], charge.state[AT] = charge.used, charge.part, charge.at
end

local function add(charge, permits)
  charge.used = charge.used + permits
  store(charge)
end

local function attempt(charge, permits)
  local capacity = charge.terms.capacity
  if charge.used <= capacity then
    charge.used = charge.used + permits
    if charge.used > capacity then charge.used, charge.part = capacity, 0 end
  end
  store(charge)
end

local function drop(charge, permits)
  charge.used = charge.used - permits
  charge.state[WHOLE] = charge.state[WHOLE] - permits
end

-- Of a reservation what has certainly not come back: what was in use before it comes back first, but for what was given back
-- since. The level before it was no less than `before` less one.
local function left(charge, back)
  return min(charge.permits, max(0, max(0, charge.before - 1) + charge.permits - back))
end

local function counting(charge)
  local terms, elapsed = charge.terms, max(0, charge.now - charge.reserved_at)
  local windows = floor(elapsed / terms.window)
  local back, rest = divide(elapsed % terms.window, terms.rate, terms.window)
  return left(charge, windows * terms.rate + back + (rest > 0 and 1 or 0))
end

local function counting_by_interval(charge)
  local terms = charge.terms
  return left(charge, max(0, math.ceil((charge.at - charge.reserved_at) / terms.window)) * terms.rate)
end

return {
  settle = settle, wait = wait, settle_by_interval = settle_by_interval, wait_by_interval = wait_by_interval,
  counting = counting, counting_by_interval = counting_by_interval, add = add, attempt = attempt, drop = drop, WHOLE = WHOLE, PART = PART, AT = AT,
}
