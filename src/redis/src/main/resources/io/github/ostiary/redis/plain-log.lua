-- The commonest decision: one permit of one sliding log, without an interval, that counts no denials, of a month at most,
-- and whose clock goes forwards. A straight line through sliding-log.lua, which is asked whenever this line does not lead to the end: then
-- nothing is answered, and nothing was written.
--
-- The first four elements show the sentinel and the oldest three entries: enough for all of a short log, and to see
-- which entry is the first live one unless three have left at once.
--
-- What is written seldom: an entry that has left stays until the next one has, too, and a key that is used again and again
-- is given half a window more than it needs, so that the next uses find it long enough. So a log holds up to `limit`
-- entries, the two that left last and one admission's worth of others, and its key ends 1 to 1.5 windows after the last.
-- No entry so gets as old as three windows and a week: with a month, short of the 104 days after which times repeat.
--
-- Says: remaining, change us; all else follows from them.

local entries, times = use('log-entry'), use('clock')
local TOTALS, SPAN = entries.TOTALS, entries.SPAN
local HALF = SPAN / 2
local call, byte, sub, abs, entry = redis.call, string.byte, string.sub, math.abs, entries.entry
local expire, keep = times.expire, times.keep

local function begin(key, terms, time)
  call('RPUSH', key, entry(time, 0), entry(time, 1))
  expire(key, terms.lifetime)
  return { terms.capacity - 1, terms.window }
end

local function deny(terms, used, idle, age, gain)
  if gain > used - terms.capacity then return { 0, 0, terms.window - age, terms.window - idle, 0, terms.window - age } end
end

-- The total before the first live entry, how old and where that is; nothing if it is not among the first three.
local function first_live(head, newest, idle, window)
  for i = 2, #head do
    local age = idle + (newest - abs(sub(head[i], 1, -7))) % SPAN
    if age < window then return sub(head[i - 1], -6), age, i end
  end
end

return function(terms, key, now)
  local head = call('LRANGE', key, '0', '3')
  local count, time = #head, now % SPAN
  if count == 0 then return begin(key, terms, time) end
  local tail = count < 4 and head[count] or call('LINDEX', key, '-1')
  if byte(tail) == 45 then return end
  local newest, total, window = sub(tail, 1, -7) + 0, sub(tail, -6), terms.window
  local idle = (now - newest) % SPAN
  if newest >= SPAN or idle > HALF then return end

  local free, change = terms.capacity, window
  if count == 1 or idle >= window then
    call('LTRIM', key, '-1', '-1')
  else
    local floor, age, first = first_live(head, newest, idle, window)
    if not floor then return end
    local used = (total - floor) % TOTALS
    if used == 0 then used = TOTALS end
    free, change = free - used, window - age
    if free <= 0 then return deny(terms, used, idle, age, (sub(head[first], -6) - floor) % TOTALS) end
    if first == 4 then call('LTRIM', key, '2', '-1') end
  end
  call('RPUSH', key, entry(time, total + 1))
  keep(key, terms)
  return { free - 1, change }
end
