-- Time and expiry: the only places where a script meets the server's clock. Tests put another clock here.

-- Microseconds since the epoch; exact in a double until the year 2255.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Every key written here ends by itself, at the earliest when it equals a fresh one. The millisecond on top covers the
-- server's rounding.
local function expire(key, micros)
  redis.call('PEXPIRE', key, string.format('%.0f', math.ceil(micros / 1000) + 1))
end

-- The same for state that is one string.
local function put(key, text, micros)
  redis.call('SET', key, text, 'PX', string.format('%.0f', math.ceil(micros / 1000) + 1))
end
