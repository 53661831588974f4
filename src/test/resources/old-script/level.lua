-- What is missing from a bucket at a time, exactly: `whole` permits less part/window of one. Says what Level.java says.
--
-- Naive: a float of tokens. Flaw: its rounding depends on how often it is looked at.
--
-- Model: in dt us the rate gives dt * rate / window permits; the quotient is taken off `whole`, the rest kept in `part`.
-- Products go to 75 bits; doubles are exact to 53: so they are divided digit by digit, base 64.
--
-- State: whole, part, at. Settled: charge.used, charge.part, charge.at.

local WHOLE, PART, AT = 4, 5, 6
local LONGEST, MOST_USED = 3660 * 86400 * 1e6, 4e9

-- Quotient and rest of a * b / divisor, for a < divisor < 2^46 and b < 2^36.
local function divide(a, b, divisor)
  if a * b < 2 ^ 53 then return math.floor(a * b / divisor), a * b % divisor end
  local quotient, rest = 0, 0
  for shift = 30, 0, -6 do
    local step = rest * 64 + math.floor(b / 2 ^ shift) % 64 * a
    quotient, rest = quotient * 64 + math.floor(step / divisor), step % divisor
  end
  return quotient, rest
end

local function set(charge, whole, part, at)
  charge.used, charge.part, charge.at = whole, part, at
end

-- What was missing, as far as it is kept: what comes back in ten years, or of a debt and slots that were handed out.
local function stored(charge)
  local slots = 1 + math.floor(math.min(1e9, 86400e6 * charge.rate / charge.window))
  local lasting = math.min(math.floor(LONGEST / charge.window * charge.rate), MOST_USED)
  return math.min(charge.state[WHOLE], math.max(2 * charge.capacity + slots, lasting))
end

-- Refilled smoothly.
local function settle(charge)
  local state, window = charge.state, charge.window
  local missing = stored(charge)
  local elapsed = charge.now - state[AT]
  local windows = math.floor(elapsed / window)
  if windows >= missing then return set(charge, 0, 0, charge.now) end
  local gained, rest = divide(elapsed % window, charge.rate, window)
  rest = rest + math.min(state[PART], window - 1)
  if rest >= window then gained, rest = gained + 1, rest - window end
  local left = missing - windows * charge.rate - gained
  if left <= 0 then return set(charge, 0, 0, charge.now) end
  set(charge, left, rest, charge.now)
end

-- Until so many permits are back: ceil((permits * window - part) / rate).
local function wait(charge, permits)
  local rate = charge.rate
  local quotient, rest = divide(charge.window % rate, permits, rate)
  local beyond = rest > charge.part % rate and 1 or 0
  return permits * math.floor(charge.window / rate) + quotient - math.floor(charge.part / rate) + beyond
end

-- The same by whole windows; `at` is the start of the last one.
local function settle_by_interval(charge)
  local state = charge.state
  local missing = stored(charge)
  local windows = math.floor((charge.now - state[AT]) / charge.window)
  set(charge, math.max(0, missing - windows * charge.rate), 0, state[AT] + windows * charge.window)
end

local function wait_by_interval(charge, permits)
  return charge.at + math.ceil(permits / charge.rate) * charge.window - charge.now
end

local function store(charge)
  charge.state[WHOLE], charge.state[PART], charge.state[AT] = charge.used, charge.part, charge.at
end

local function add(charge, permits)
  charge.used = charge.used + permits
  store(charge)
end

local function attempt(charge, permits)
  if charge.used <= charge.capacity then
    charge.used = charge.used + permits
    if charge.used > charge.capacity then charge.used, charge.part = charge.capacity, 0 end
  end
  store(charge)
end

local function drop(charge, permits)
  charge.used = charge.used - permits
  charge.state[WHOLE] = charge.state[WHOLE] - permits
end

return {
  settle = settle, wait = wait, settle_by_interval = settle_by_interval, wait_by_interval = wait_by_interval,
  add = add, attempt = attempt, drop = drop, WHOLE = WHOLE, PART = PART, AT = AT,
}
