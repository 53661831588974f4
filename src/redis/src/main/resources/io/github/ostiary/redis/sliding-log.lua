-- The sliding log: at most `limit` permits in any window, exactly. Says what SlidingLog.java says.
--
-- Naive: a sorted set of hits. Its price: 28 to 129 bytes per entry, and a cost that grows with the weight of a hit.
--
-- Model: a LIST, oldest first, of integers that splice a time with the running total of weights up to and including the
-- entry, modulo 10^6: <time><6 digits>. An integer costs 10 bytes in a listpack, whatever its weight. The first element
-- is a sentinel: the last entry that left, whose total is where counting starts. So
--     used = total(last) - total(entry before the first live one)   (mod 10^6; 0 means 10^6 when something is live)
-- comes from both ends, and the entry whose leaving makes room is found by bisection, on denial only.
--
-- Times are kept modulo 9*10^12 us (104 days), so that the whole fits 64 bits; an entry's age is unambiguous since no
-- key outlives twice its window. Windows and intervals above 45 days keep whole times, in longer elements.
--
-- Stepped clock, see key-clock.lua: while there is an offset, an element before the sentinel holds it and how much later
-- than the newest entry it was noted last ('o', both in microseconds), and an element made then is negative: if the newest
-- is, the next call knows. That costs nothing while clocks behave. The same note has the permits that nodes have taken
-- ahead, see ahead.lua: they count as used.
--
-- Worked: limit 2 per 4 s, hits at 10 s and 11 s: [10000000|000000, 10000000|000001, 11000000|000002]. At 12 s used is
-- 2-0, denied, room at 10+4 s. At 14 s the first has left: used 2-1; a third hit trims to
-- [10000000|000001, 11000000|000002, 14000000|000003].
--
-- Cost: 1 read of a log of up to 3 entries, else 2, and 2 or 3 writes if admitted; O(log n) reads more after a long
-- silence or on a weighted denial. The commonest decision takes a shorter way to the same: see plain-log.lua.

local clocks, entries, expire = use('key-clock'), use('log-entry'), use('clock').expire
local TOTALS, SPAN, LONG_LIFE, HALF = entries.TOTALS, entries.SPAN, entries.LONG_LIFE, entries.SPAN / 2

local call, sub, format, floor, max, min = redis.call, string.sub, string.format, math.floor, math.max, math.min
local time_of, total_of = entries.time_of, entries.total_of

local function between(earlier, later)
  if earlier >= SPAN and later >= SPAN then return later - earlier end
  return (later - earlier) % SPAN
end

-- The age of the newest entry; negative if the clock is behind it.
local function age_of_newest(newest, at)
  if newest >= SPAN then return at - newest end
  local age = (at - newest) % SPAN
  return age > HALF and age - SPAN or age
end

local function age(log, element)
  return log.idle + between(time_of(element), log.newest)
end

local function index(log, i)
  return call('LINDEX', log.key, format('%d', log.low + i))
end

-- The last index, counted from the sentinel.
local function last(log)
  return call('LLEN', log.key) - log.low - 1
end

-- Narrows (low, high] until `high` is the first index that holds; returns it, its element and the one before.
local function bisect(log, low, below, high, above, holds)
  while high - low > 1 do
    local middle = floor((low + high) / 2)
    local element = index(log, middle)
    if holds(element) then high, above = middle, element else low, below = middle, element end
  end
  return high, above, below
end

-- Finds the first live entry. Usually it is among the first; if not, gallop, then bisect.
local function find_live(log, head, tail)
  if #head == 1 or log.idle >= log.window then return end
  local function live(element) return age(log, element) < log.window end
  local i = 1
  while head[i + 1] and not live(head[i + 1]) do i = i + 1 end
  local first, oldest, before = i, head[i + 1], head[i]
  if not oldest then
    local low, step, high, element = i - 1, 4, nil, nil
    repeat
      high = low + step
      element = index(log, high)
      local expired = element and not live(element)
      if expired then low, before, step = high, element, step * 2 end
    until not expired
    if not element then high, element = last(log), tail end
    first, oldest, before = bisect(log, low, before, high, element, live)
  end
  log.first, log.floor = first, total_of(before)
  log.oldest = oldest
  log.used = (log.total - log.floor) % TOTALS
  if log.used == 0 then log.used = TOTALS end
end

local function element(log, total, at)
  local plain = entries.entry(log.lifetime > LONG_LIFE and at or at % SPAN, total)
  return log.low == 1 and '-' .. plain or plain
end

-- What stands before the entries while the clock is stepped, or permits are taken ahead.
local function note_of(log, offset, gap)
  local ahead = #log.ahead > 0 and use('ahead').write(log.ahead) or ''
  if offset > 0 or ahead ~= '' then return format('o%d %d', offset, gap) .. ahead end
end

local function write_note(log, offset, gap)
  local note = note_of(log, offset, gap)
  if log.low == 1 then call('LPOP', log.key) end
  if note then
    call('LPUSH', log.key, note)
    if log.low == 0 then call('LSET', log.key, '-1', '-' .. log.tail) end
    log.low = 1
  elseif log.low == 1 then
    call('LSET', log.key, '-1', sub(log.tail, 2))
    log.low = 0
  end
  log.offset, log.gap = offset, gap
end

-- How long the key must last, by the server's clock: until the last that is taken ahead has left, too.
local function keep(log, lifetime)
  local longer = #log.ahead > 0 and select(2, use('ahead').ends(log.ahead)) - log.at + log.lifetime or 0
  expire(log.key, max(0, max(lifetime, longer) + log.extra_life))
end

-- Logs what was taken ahead until a time that is over; nothing is charged by that. Whether there was any.
local function settle(log)
  local over = #log.ahead > 0 and use('ahead').ended(log.ahead, log.at)
  if not over then return false end
  local total, newest = log.total, log.at - log.idle
  local noted = newest + log.gap
  for _, part in ipairs(over) do
    if part.left > 0 then
      total, newest = total + part.left, part.ends
      log.tail = element(log, total, newest)
      call('RPUSH', log.key, log.tail)
    end
  end
  write_note(log, log.offset, max(0, noted - newest))
  keep(log, log.lifetime)
  return true
end

-- Reads a log as it stands now. All it writes is what was taken ahead and has ended.
local function load(key, window, lifetime, now)
  local log = {
    key = key, window = window, lifetime = lifetime, low = 0, at = now, total = 0, used = 0, idle = 0,
    newest = false, tail = false, offset = 0, gap = 0, kept = 0, extra_life = 0,
    first = false, floor = false, oldest = false, ahead = {}, out = 0, reported = 0,
  }
  local head = call('LRANGE', key, '0', '4')
  if #head == 0 then return log end
  local tail = #head < 5 and head[#head] or call('LINDEX', key, '-1')
  if string.byte(tail) == 45 then
    log.low = 1
    local offset, gap, ahead = string.match(table.remove(head, 1), '^o(%d+) (%d+)(.*)$')
    log.offset, log.gap = tonumber(offset), tonumber(gap)
    if ahead ~= '' then
      log.ahead = use('ahead').read(ahead)
      log.out = use('ahead').left(log.ahead)
    end
  end
  log.newest, log.total, log.tail = time_of(tail), total_of(tail), tail
  local age = age_of_newest(log.newest, now + log.offset) - log.offset
  log.idle, log.kept, log.extra_life = clocks.read(age, log.gap, log.offset)
  log.at = now + log.idle - age
  if settle(log) then return load(key, window, lifetime, now) end
  find_live(log, head, tail)
  return log
end

-- Microseconds until so many permits of the live ones have left; the index that leaves last is returned too.
local function leaving(log, permits)
  local function gained(element)
    local gain = (total_of(element) - log.floor) % TOTALS
    return gain == 0 or gain >= permits
  end
  if gained(log.oldest) then return log.window - age(log, log.oldest), log.first end
  local i, element = bisect(log, log.first, log.oldest, last(log), log.tail, gained)
  return log.window - age(log, element), i
end

local function until_release(log)
  return log.window - age(log, log.oldest)
end

-- Drops all before an index that becomes the sentinel; -1 is the last.
local function trim(log, sentinel)
  if log.low == 0 then
    call('LTRIM', log.key, sentinel, '-1')
  else
    local offset = call('LPOP', log.key)
    call('LTRIM', log.key, sentinel, '-1')
    call('LPUSH', log.key, offset)
  end
end

local function drop_expired(log)
  if not log.newest then return end
  if log.used == 0 then
    trim(log, -1)
  elseif log.first > 1 then
    trim(log, log.first - 1)
    log.first = 1
  end
end

-- Makes a stepped clock last; if nothing is done now, only what is worth it. What is taken ahead lasts, too.
local function keep_clock(log, lifetime, done, changed)
  if not log.newest then return end
  local gap = not done and log.kept > 0 and log.idle or 0
  if done and log.kept == log.offset and gap == log.gap
      or not done and not clocks.worth_noting(log.idle, log.kept, log.gap, log.offset) then
    if changed then write_note(log, log.offset, log.gap) end
    return
  end
  write_note(log, log.kept, gap)
  keep(log, lifetime - log.idle)
end

local function push(log, permits, lifetime)
  drop_expired(log)
  if log.newest then
    call('RPUSH', log.key, element(log, log.total + permits, log.at))
  else
    local note = note_of(log, 0, 0)
    if note then
      log.low = 1
      call('RPUSH', log.key, note)
    end
    call('RPUSH', log.key, element(log, 0, log.at), element(log, permits, log.at))
  end
  keep(log, lifetime)
end

-- Takes the oldest weight off a log without expired entries.
local function forget(log, permits)
  if permits >= log.used then
    trim(log, -1)
  elseif permits > 0 then
    local _, i = leaving(log, permits + 1)
    trim(log, i - 1)
    call('LSET', log.key, log.low, element(log, log.floor + permits, log.at))
  end
end

local function look(charge, now)
  local log = load(charge.key, charge.terms.window, charge.terms.lifetime, now)
  charge.log = log
  if charge.ahead then
    log.reported = use('ahead').report(log.ahead, charge.ahead)
    log.out = use('ahead').left(log.ahead)
  end
  charge.free = charge.terms.capacity - log.used - log.reported - log.out
  charge.wait = log.newest and max(0, charge.terms.interval - log.idle) or 0
  if charge.id then use('open').find(charge, log.at) end
  charge.passes = charge.reserved_at ~= nil or charge.permits <= charge.free and charge.wait == 0
end

-- A claim that says what its node has ahead is answered how much that is.
local function answer(charge, verdict)
  if charge.ahead then verdict[7] = use('ahead').held(charge.log.ahead, charge.ahead.holder) end
  return verdict
end

-- Microseconds until so many permits have left: of the log, or taken ahead: these are back at their end, unless used.
local function until_room(log, lacking)
  if log.out == 0 then return (leaving(log, lacking)) end
  local back = select(2, use('ahead').ends(log.ahead)) - log.at
  if lacking > log.out then back = max(back, (leaving(log, lacking - log.out))) end
  return lacking <= log.used and min(back, (leaving(log, lacking))) or back
end

local function until_full(log)
  if log.out > 0 then return select(2, use('ahead').ends(log.ahead)) - log.at + log.window end
  return log.used > 0 and log.window - log.idle or 0
end

local function until_change(log)
  local release, soon = log.used > 0 and until_release(log), log.out > 0 and use('ahead').SOON
  return soon and min(release or soon, soon) or release or -1
end

local function peek(charge)
  local log = charge.log
  local remaining = max(0, charge.free)
  local retry = charge.wait
  if charge.reserved_at then
    retry = 0
  elseif charge.permits > charge.terms.capacity then
    retry = -1
  elseif charge.permits > remaining then
    retry = max(retry, until_room(log, charge.permits - charge.free))
  end
  local change = charge.wait
  if change == 0 then change = until_change(log) end
  return answer(charge, {
    charge.passes and 1 or 0, remaining, retry, until_full(log), charge.wait > 0 and 0 or remaining, change,
  })
end

-- What a node reports is logged whatever becomes of its claim.
local function leave(charge, now)
  local log, reported = charge.log, charge.log.reported
  keep_clock(log, charge.terms.lifetime, reported > 0, charge.ahead)
  if reported > 0 then
    push(log, reported, charge.terms.lifetime)
    look(charge, now)
  end
  return peek(charge)
end

local function take(charge, now)
  local log = charge.log
  if charge.reserved_at then return leave(charge, now) end
  if charge.id then use('open').begin(charge, log.at, 0) end
  local remaining = charge.free - charge.permits
  if charge.ahead then
    local before = log.out
    use('ahead').grant(log.ahead, charge.ahead, log.at, remaining)
    log.out = use('ahead').left(log.ahead)
    remaining = remaining - (log.out - before)
  end
  keep_clock(log, charge.terms.lifetime, true, charge.ahead)
  local release = log.used > 0 and until_release(log) or log.window
  release = log.out > 0 and min(release, use('ahead').SOON) or release
  push(log, charge.permits + log.reported, charge.terms.lifetime)
  if charge.terms.interval > 0 then return answer(charge, { 1, remaining, 0, log.window, 0, charge.terms.interval }) end
  return answer(charge, { 1, remaining, 0, log.out > 0 and until_full(log) or log.window, remaining, release })
end

-- Only the newest attempts worth the limit are kept.
local function note(charge, now)
  local log = charge.log
  if charge.reserved_at then return leave(charge, now) end
  keep_clock(log, charge.terms.lifetime, true)
  local permits, used = min(charge.permits, charge.terms.capacity), log.used + log.out
  local excess = used + permits - max(used, charge.terms.capacity)
  if excess > 0 then
    drop_expired(log)
    forget(log, excess)
  end
  push(log, permits, charge.terms.lifetime)
  local passed = charge.passes
  look(charge, now)
  local verdict = peek(charge)
  verdict[1] = passed and 1 or 0
  if passed then verdict[3] = 0 end
  return verdict
end

local function add_up(charge, permits)
  local log = charge.log
  local room = min(2 * charge.terms.capacity, TOTALS) - log.used - log.out
  keep_clock(log, charge.terms.lifetime, room > 0)
  if room > 0 then push(log, min(permits, room), charge.terms.lifetime) end
end

local function charge_up(charge, now)
  add_up(charge, charge.permits)
  charge.permits = 1
  look(charge, now)
  return peek(charge)
end

local function give(charge, permits)
  local log = charge.log
  keep_clock(log, charge.terms.lifetime, false)
  if log.used > 0 and permits > 0 then
    drop_expired(log)
    forget(log, min(permits, log.used))
  end
end

local function credit(charge)
  give(charge, charge.permits)
end

-- Settles a reservation, once. It is among the used permits until it would have left.
local function finish(charge, now)
  local log, more = charge.log, charge.cost - charge.permits
  if charge.reserved_at then
    use('open').close(charge)
    if more > 0 then
      add_up(charge, more)
    else
      local rest = charge.reserved_at > log.at - log.window and -more or 0
      if log.low == 0 then
        rest = entries.take_off(log.key, log.lifetime > LONG_LIFE and charge.reserved_at or charge.reserved_at % SPAN, rest)
      end
      look(charge, now)
      give(charge, rest)
    end
  else
    keep_clock(log, charge.terms.lifetime, false)
  end
  look(charge, now)
  return peek(charge)
end

return {
  look = look, peek = peek, leave = leave, take = take, note = note, charge = charge_up, credit = credit,
  fail = finish, succeed = finish, abandon = finish, unclear = finish,
}
