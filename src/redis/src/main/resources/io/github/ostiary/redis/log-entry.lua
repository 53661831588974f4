-- An entry of a sliding log: one integer that splices a time with the running total of weights up to and including the
-- entry, modulo 10^6: <time><6 digits>; see sliding-log.lua. One made while a clock is stepped has a minus before it.

local TOTALS, SPAN = 1000000, 9e12
local LONG_LIFE = 45 * 86400 * 1e6
local FEW, NEAR = 8, 128

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

-- Takes weight off the entry of a time, among the last so many, all but one permit; what is left to take is returned, and whether
-- there is such an entry.
local function take_off_near(key, time, permits, reach)
  local near, found = redis.call('LRANGE', key, format('%d', -reach - 1), '-1'), false
  for i = #near, 2, -1 do
    if permits > 0 and time_of(near[i]) == time then
      found = true
      local back = math.min((total_of(near[i]) - total_of(near[i - 1]) - 1) % TOTALS, permits)
      for j = i, #near do
        near[j] = entry(time_of(near[j]), total_of(near[j]) - back)
        redis.call('LSET', key, format('%d', j - #near - 1), near[j])
      end
      permits = permits - back
    end
  end
  return permits, found
end

-- The same where it is near the end, since all later totals change: mostly it is among the last few.
local function take_off(key, time, permits)
  if permits == 0 then return 0 end
  local rest, found = take_off_near(key, time, permits, FEW)
  if found then return rest end
  return (take_off_near(key, time, permits, NEAR))
end

return {
  time_of = time_of, total_of = total_of, entry = entry, take_off = take_off, TOTALS = TOTALS, SPAN = SPAN,
  LONG_LIFE = LONG_LIFE,
}
