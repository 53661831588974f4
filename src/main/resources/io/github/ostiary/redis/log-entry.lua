-- An entry of a sliding log: one integer that splices a time with the running total of weights up to and including the
-- entry, modulo 10^6: <time><6 digits>; see sliding-log.lua. One made while a clock is stepped has a minus before it.

local TOTALS, SPAN = 1000000, 9e12
local LONG_LIFE = 45 * 86400 * 1e6
local NEAR = 128

local sub, format, abs = string.sub, string.format, math.abs

local function time_of(entry)
  return abs(sub(entry, 1, -7))
end

local function total_of(entry)
  return sub(entry, -6) + 0
end

-- All entries of one call have the same time: its digits are made once.
local moment, digits = nil, nil

local function entry(time, total)
  if time ~= moment then moment, digits = time, format('%d', time) end
  return format('%s%06d', digits, total % TOTALS)
end

-- Takes weight off the entry of a time, all but one permit; what is left to take is returned. All later totals change, so it
-- must be near the end.
local function take_off(key, time, permits)
  local near = permits > 0 and redis.call('LRANGE', key, format('%d', -NEAR - 1), '-1') or {}
  for i = #near, 2, -1 do
    if permits > 0 and time_of(near[i]) == time then
      local back = math.min((total_of(near[i]) - total_of(near[i - 1]) - 1) % TOTALS, permits)
      for j = i, #near do
        near[j] = entry(time_of(near[j]), total_of(near[j]) - back)
        redis.call('LSET', key, format('%d', j - #near - 1), near[j])
      end
      permits = permits - back
    end
  end
  return permits
end

return {
  time_of = time_of, total_of = total_of, entry = entry, take_off = take_off, TOTALS = TOTALS, SPAN = SPAN,
  LONG_LIFE = LONG_LIFE,
}
