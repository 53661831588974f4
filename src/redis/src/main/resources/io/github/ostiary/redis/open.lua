-- The reservations of a limit's counter that are not settled yet. Says what OpenReservations.java says, and why.
--
-- State: a hash beside the counter's, `KEY:held`. Per name: when it was taken, by the counter's clock, and how much was in use
-- before, on top of `@`: how much has been given back since the first of those that are open was taken, where that matters.

local call, match, format = redis.call, string.match, string.format
local expire = use('clock').expire
local LIFE, MOST, GIVEN = 86400 * 1e6, 10000, '@'

local function place(key)
  return key .. ':held'
end

-- Looks for a reservation by its name.
local function find(charge, at)
  local found = call('HMGET', place(charge.key), charge.id, GIVEN)
  local taken, before = match(found[1] or '', '^(%d+) (%d+)$')
  charge.given = (found[2] or 0) + 0
  charge.reserved_at, charge.before = nil, 0
  if taken and at - taken < LIFE then charge.reserved_at, charge.before = taken + 0, before - charge.given end
end

-- Forgets what was never settled; of too many the older half.
local function make_room(key, at)
  local all, times = call('HGETALL', key), {}
  for i = 1, #all, 2 do
    local taken = match(all[i + 1], '^(%d+) ')
    if taken then times[#times + 1] = { taken + 0, all[i] } end
  end
  table.sort(times, function(one, other) return one[1] < other[1] end)
  for i, one in ipairs(times) do
    if i > MOST / 2 and at - one[1] < LIFE then break end
    call('HDEL', key, one[2])
  end
end

local function begin(charge, at, before)
  local key = place(charge.key)
  if call('HLEN', key) > MOST then make_room(key, at) end
  call('HSET', key, charge.id, format('%d %d', at, before + charge.given))
  expire(key, LIFE)
end

-- It is settled; what is given back by that matters to those that are left.
local function close(charge)
  local key = place(charge.key)
  call('HDEL', key, charge.id)
  if charge.given > 0 and call('HLEN', key) == 1 then
    call('DEL', key)
    charge.given = 0
  end
end

-- So many permits are given back.
local function lowered(key, permits)
  if call('EXISTS', place(key)) == 1 then call('HINCRBY', place(key), GIVEN, format('%d', permits)) end
end

local function forget(key)
  call('DEL', place(key))
end

return { find = find, begin = begin, close = close, lowered = lowered, forget = forget }
