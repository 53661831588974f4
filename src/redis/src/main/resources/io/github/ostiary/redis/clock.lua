-- Time and expiry: the only places where a script meets the server's clock. Tests put another clock here.

local call, format, ceil = redis.call, string.format, math.ceil

-- Microseconds since the epoch; exact in a double until the year 2255.
local function clock()
  local time = call('TIME')
  return time[1] * 1000000 + time[2]
end

-- The millisecond on top covers the server's rounding.
local function milliseconds(micros)
  return ceil(micros / 1000) + 1
end

-- Every key written here ends by itself, at the earliest when it equals a fresh one.
local function expire(key, micros)
  call('PEXPIRE', key, format('%d', milliseconds(micros)))
end

-- The same for state that is one string.
local function put(key, text, micros)
  call('SET', key, text, 'PX', format('%d', milliseconds(micros)))
end

-- The same, but written seldom: a key that has no less than its terms' lifetime left stays as it is; any other is given
-- more than it needs.
local function keep(key, terms)
  if not terms.least then
    terms.least = milliseconds(terms.lifetime)
    terms.most = format('%d', milliseconds(terms.longest))
  end
  if call('PTTL', key) < terms.least then call('PEXPIRE', key, terms.most) end
end

return { clock = clock, expire = expire, put = put, keep = keep }
