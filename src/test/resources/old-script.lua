-- The script as it was on 22 November 2026, without its clock: nodes that still run it share a Redis with new ones.
-- The algorithms are modules, one file each, made when a charge first asks for them: a call pays for what it uses.

local modules, made = {}, {}

local function use(name)
  if not made[name] then made[name] = modules[name]() end
  return made[name]
end
modules['key-clock'] = function()
-- A counter's own clock: the server's, but for steps back. Says what KeyClock.java says, and why.
--
-- `noted` is how far time has got: when something was last done, or, while there is an offset, when somebody was last
-- denied. Behind it by up to a second time stands still there; further behind, it goes on by an offset, until the
-- server's clock has caught up.

local FREEZE, LONGEST_UNDONE, NOTES_PER_STEP = 1000000, 7 * 86400 * 1e6, 4

-- The time by the counter's clock, the offset to keep, and how much later by the server's clock something may end.
local function read(server, noted, offset)
  local now, kept = server, 0
  if server < noted then
    if server < noted - FREEZE then kept = offset end
    now = math.max(noted, server + kept)
    if server + offset < noted - FREEZE then kept = noted - server end
  end
  return now, kept, now - server - kept + math.min(kept, LONGEST_UNDONE)
end

-- Whether that must be kept although nothing is done.
local function worth_noting(now, kept, noted, offset)
  return kept ~= offset or kept > 0 and now - noted >= math.floor(kept / NOTES_PER_STEP)
end

return { read = read, worth_noting = worth_noting }
end
modules['packed'] = function()
-- What all algorithms of constant size share. Says what Metered.java says.
--
-- State is one string of integers: the time of the newest commit (negative while nothing was admitted yet); of a stepped
-- clock the offset, and how much later than that commit it was noted last, else 0 both; then the algorithm's own figures,
-- as of that commit. Asking derives from them and stores nothing.
--
-- An algorithm is: settle (from state to charge.used, at charge.now), wait (how long until so many of the used permits
-- are free), add, attempt (add, but to the full limit at most) and drop. All integers stay below 2^53.
--
-- Cost: one GET; one SET with its expiry if something is committed.

local clocks = use('key-clock')
local NEWEST, OFFSET, GAP = 1, 2, 3

return function(algorithm)
  local function passes(charge)
    if charge.wait > 0 then return false end
    local lacking = charge.permits - charge.capacity + charge.used
    return lacking <= 0 or charge.may_wait > 0 and charge.permits <= charge.capacity
      and algorithm.wait(charge, lacking) <= charge.may_wait
  end

  local function look(charge, now)
    local state, count = {}, 0
    for figure in string.gmatch(redis.call('GET', charge.key) or '', '%S+') do
      count = count + 1
      state[count] = tonumber(figure)
    end
    charge.state, charge.known = state, state[NEWEST] ~= nil
    local newest = math.abs(state[NEWEST] or 0)
    charge.noted = newest + (state[GAP] or 0)
    charge.now, charge.offset, charge.extra_life = clocks.read(now, charge.noted, state[OFFSET] or 0)
    charge.wait = charge.known and state[NEWEST] > 0 and math.max(0, newest + charge.interval - charge.now) or 0
    algorithm.settle(charge)
    charge.passes = passes(charge)
  end

  local function save(charge)
    local state = charge.state
    local text = string.format(string.rep('%.0f ', #state), unpack(state))
    local reset = charge.used > 0 and algorithm.wait(charge, charge.used) or 0
    local idle = charge.now - math.abs(state[NEWEST])
    put(charge.key, text, math.max(0, charge.lifetime - idle, reset) + charge.extra_life)
  end

  local function stamp(charge, acted)
    local state = charge.state
    state[NEWEST], state[OFFSET], state[GAP] = acted and charge.now or -charge.now, charge.offset, 0
    charge.wait = acted and charge.interval or 0
    save(charge)
  end

  -- Whether there is something new to keep.
  local function note(charge)
    local state = charge.state
    if not charge.known or not clocks.worth_noting(charge.now, charge.offset, charge.noted, state[OFFSET]) then
      return false
    end
    state[OFFSET] = charge.offset
    state[GAP] = charge.offset > 0 and charge.now - math.abs(state[NEWEST]) or 0
    return true
  end

  local function keep_clock(charge)
    if note(charge) then save(charge) end
  end

  -- Of permits that are not yet among the used ones.
  local function stand(charge, permits, passed)
    local used = charge.used
    local free = charge.capacity - used
    local retry = -1
    if permits <= charge.capacity then
      retry = permits > free and algorithm.wait(charge, permits - free) or 0
      if not passed then retry = math.max(charge.wait, retry - charge.may_wait) end
    end
    local change = charge.wait
    if change == 0 then change = used > 0 and algorithm.wait(charge, math.max(1, 1 - free)) or -1 end
    return {
      passed and 1 or 0, math.max(0, free), retry, used > 0 and algorithm.wait(charge, used) or 0,
      charge.wait > 0 and 0 or math.max(0, free), change,
    }
  end

  local function peek(charge)
    return stand(charge, charge.permits, charge.passes)
  end

  local function leave(charge)
    if not charge.known and charge.fills then
      algorithm.add(charge, 0)
      stamp(charge, false)
    else
      keep_clock(charge)
    end
    return peek(charge)
  end

  local function take(charge)
    algorithm.add(charge, charge.permits)
    stamp(charge, true)
    return stand(charge, 0, true)
  end

  local function count_attempt(charge)
    algorithm.attempt(charge, math.min(charge.permits, charge.capacity))
    stamp(charge, true)
    return stand(charge, charge.passes and 0 or charge.permits, charge.passes)
  end

  local function charge_up(charge)
    local room = 2 * charge.capacity - charge.used
    if room > 0 then
      algorithm.add(charge, math.min(charge.permits, room))
      stamp(charge, true)
    else
      keep_clock(charge)
    end
    charge.permits = 1
    charge.passes = passes(charge)
    return peek(charge)
  end

  local function credit(charge)
    if charge.known and charge.used > 0 then
      note(charge)
      algorithm.drop(charge, math.min(charge.permits, charge.used))
      save(charge)
    else
      keep_clock(charge)
    end
  end

  return { look = look, peek = peek, leave = leave, take = take, note = count_attempt, charge = charge_up, credit = credit }
end
end
modules['level'] = function()
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
end
modules['sliding-log'] = function()
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
-- than the newest entry it was noted last ('o', both in microseconds), and the newest element is negative, which is how
-- the next call knows. That costs nothing while clocks behave.
--
-- Worked: limit 2 per 4 s, hits at 10 s and 11 s: [10000000|000000, 10000000|000001, 11000000|000002]. At 12 s used is
-- 2-0, denied, room at 10+4 s. At 14 s the first has left: used 2-1; a third hit trims to
-- [10000000|000001, 11000000|000002, 14000000|000003].
--
-- Cost: 1 read of a log of up to 3 entries, else 2, and 2 or 3 writes if admitted; O(log n) reads more after a long
-- silence or on a weighted denial.

local TOTALS, SPAN, HALF = 1000000, 9e12, 4.5e12
local LONG_LIFE = 45 * 86400 * 1e6

local clocks = use('key-clock')
local call, sub, format, abs, floor = redis.call, string.sub, string.format, math.abs, math.floor

local function time_of(element)
  return abs(tonumber(sub(element, 1, -7)))
end

local function total_of(element)
  return tonumber(sub(element, -6))
end

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
  return call('LINDEX', log.key, log.low + i)
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

-- Reads a log as it stands now. Writes nothing.
local function load(key, window, lifetime, now)
  local log = {
    key = key, window = window, lifetime = lifetime, low = 0, at = now, total = 0, used = 0, idle = 0,
    newest = false, tail = false, offset = 0, gap = 0, kept = 0, extra_life = 0,
    first = false, floor = false, oldest = false,
  }
  local head = call('LRANGE', key, 0, 4)
  if #head == 0 then return log end
  local tail = #head < 5 and head[#head] or call('LINDEX', key, -1)
  if string.byte(tail) == 45 then
    log.low = 1
    local offset, gap = string.match(table.remove(head, 1), '^o(%d+) (%d+)$')
    log.offset, log.gap = tonumber(offset), tonumber(gap)
  end
  log.newest, log.total, log.tail = time_of(tail), total_of(tail), tail
  local age = age_of_newest(log.newest, now + log.offset) - log.offset
  log.idle, log.kept, log.extra_life = clocks.read(age, log.gap, log.offset)
  log.at = now + log.idle - age
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
    call('LTRIM', log.key, sentinel, -1)
  else
    local offset = call('LPOP', log.key)
    call('LTRIM', log.key, sentinel, -1)
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

-- Makes a stepped clock last; if nothing is done now, only what is worth it.
local function keep_clock(log, lifetime, done)
  if not log.newest then return end
  local gap = not done and log.kept > 0 and log.idle or 0
  if done and log.kept == log.offset and gap == log.gap
      or not done and not clocks.worth_noting(log.idle, log.kept, log.gap, log.offset) then
    return
  end
  if log.low == 1 then call('LPOP', log.key) end
  if log.kept > 0 then
    call('LPUSH', log.key, format('o%.0f %.0f', log.kept, gap))
    if log.low == 0 then call('LSET', log.key, -1, '-' .. log.tail) end
    log.low = 1
  elseif log.low == 1 then
    call('LSET', log.key, -1, sub(log.tail, 2))
    log.low = 0
  end
  log.offset, log.gap = log.kept, gap
  expire(log.key, math.max(0, lifetime - log.idle + log.extra_life))
end

local function element(log, total)
  local time = log.lifetime > LONG_LIFE and log.at or log.at % SPAN
  return format('%s%.0f%06.0f', log.low == 1 and '-' or '', time, total % TOTALS)
end

local function push(log, permits, lifetime)
  drop_expired(log)
  if log.newest then
    call('RPUSH', log.key, element(log, log.total + permits))
  else
    call('RPUSH', log.key, element(log, 0), element(log, permits))
  end
  expire(log.key, lifetime + log.extra_life)
end

-- Takes the oldest weight off a log without expired entries.
local function forget(log, permits)
  if permits >= log.used then
    trim(log, -1)
  elseif permits > 0 then
    local _, i = leaving(log, permits + 1)
    trim(log, i - 1)
    call('LSET', log.key, log.low, element(log, log.floor + permits))
  end
end

local function look(charge, now)
  local log = load(charge.key, charge.window, charge.lifetime, now)
  charge.log = log
  charge.wait = log.newest and math.max(0, charge.interval - log.idle) or 0
  charge.passes = charge.permits <= charge.capacity - log.used and charge.wait == 0
end

local function peek(charge)
  local log = charge.log
  local remaining = math.max(0, charge.capacity - log.used)
  local retry = charge.wait
  if charge.permits > charge.capacity then
    retry = -1
  elseif charge.permits > remaining then
    retry = math.max(retry, (leaving(log, log.used + charge.permits - charge.capacity)))
  end
  local change = charge.wait
  if change == 0 then change = log.used > 0 and until_release(log) or -1 end
  return {
    charge.passes and 1 or 0, remaining, retry, log.used > 0 and log.window - log.idle or 0,
    charge.wait > 0 and 0 or remaining, change,
  }
end

local function leave(charge)
  keep_clock(charge.log, charge.lifetime, false)
  return peek(charge)
end

local function take(charge)
  local log = charge.log
  keep_clock(log, charge.lifetime, true)
  local remaining = charge.capacity - log.used - charge.permits
  local release = log.used > 0 and until_release(log) or log.window
  push(log, charge.permits, charge.lifetime)
  if charge.interval > 0 then return { 1, remaining, 0, log.window, 0, charge.interval } end
  return { 1, remaining, 0, log.window, remaining, release }
end

-- Only the newest attempts worth the limit are kept.
local function note(charge, now)
  local log = charge.log
  keep_clock(log, charge.lifetime, true)
  local permits = math.min(charge.permits, charge.capacity)
  local excess = log.used + permits - math.max(log.used, charge.capacity)
  if excess > 0 then
    drop_expired(log)
    forget(log, excess)
  end
  push(log, permits, charge.lifetime)
  local passed = charge.passes
  look(charge, now)
  local verdict = peek(charge)
  verdict[1] = passed and 1 or 0
  if passed then verdict[3] = 0 end
  return verdict
end

local function charge_up(charge, now)
  local log = charge.log
  local room = math.min(2 * charge.capacity, TOTALS) - log.used
  keep_clock(log, charge.lifetime, room > 0)
  if room > 0 then push(log, math.min(charge.permits, room), charge.lifetime) end
  charge.permits = 1
  look(charge, now)
  return peek(charge)
end

local function credit(charge)
  local log = charge.log
  keep_clock(log, charge.lifetime, false)
  if log.used > 0 then
    drop_expired(log)
    forget(log, math.min(charge.permits, log.used))
  end
end

return { look = look, peek = peek, leave = leave, take = take, note = note, charge = charge_up, credit = credit }
end
modules['fixed-window'] = function()
-- The fixed window: at most `limit` permits in a window that opens with the first of them. Says what FixedWindow.java
-- says. State: start, count. A window is open while something is used and now < start + window.
--
-- Worked: limit 3 per 1 s, hits at 0, 400 and 900 ms: full until 1000 ms; a hit then opens 1000 to 2000 ms.

local START, COUNT = 4, 5

local function settle(charge)
  local state = charge.state
  local open = state[START] and charge.now - state[START] < charge.window
  charge.used = open and state[COUNT] or 0
end

local function wait(charge)
  return charge.state[START] + charge.window - charge.now
end

local function add(charge, permits)
  if charge.used == 0 then charge.state[START] = charge.now end
  charge.used = charge.used + permits
  charge.state[COUNT] = charge.used
end

local function attempt(charge, permits)
  add(charge, math.min(permits, math.max(0, charge.capacity - charge.used)))
end

local function drop(charge, permits)
  charge.used = charge.used - permits
  charge.state[COUNT] = charge.used
end

return use('packed')({ settle = settle, wait = wait, add = add, attempt = attempt, drop = drop })
end
modules['sliding-window'] = function()
-- The sliding window: a counter per precision (charge.extra), aligned with the epoch. Says what SlidingWindow.java says.
--
-- State: per precision in which something was used its start, as the distance from the one before, and its count. Used
-- is their sum over the precision that holds now and the window/precision - 1 before it; at most so many are kept.
--
-- Worked: limit 3 per 10 s by 2 s, hits at 0, 1 and 3 s: counters 0 (2) and 2 (1). Full until 10 s, when the first
-- counter leaves with both its hits; the other leaves at 12 s.
--
-- Cost: O(window/precision).

local FIRST = 4

-- Drops what has left.
local function settle(charge)
  local state, starts, counts = charge.state, {}, {}
  local start, live, used = 0, 0, 0
  charge.current = charge.now - charge.now % charge.extra
  for i = FIRST, #state, 2 do
    start = start + state[i]
    if start > charge.current - charge.window then
      live = live + 1
      starts[live], counts[live] = start, state[i + 1]
      used = used + state[i + 1]
    end
  end
  charge.starts, charge.counts, charge.used = starts, counts, used
end

local function wait(charge, permits)
  local i, free = 1, charge.counts[1]
  while free < permits do
    i = i + 1
    free = free + charge.counts[i]
  end
  return math.ceil((charge.starts[i] + charge.window) / charge.extra) * charge.extra - charge.now
end

local function store(charge)
  local state = { charge.state[1] or 0, charge.state[2] or 0, charge.state[3] or 0 }
  local before = 0
  for i, start in ipairs(charge.starts) do
    state[FIRST + 2 * i - 2], state[FIRST + 2 * i - 1] = start - before, charge.counts[i]
    before = start
  end
  charge.state = state
end

local function remove(charge, permits)
  charge.used = charge.used - permits
  while permits > 0 and charge.counts[1] <= permits do
    permits = permits - table.remove(charge.counts, 1)
    table.remove(charge.starts, 1)
  end
  if permits > 0 then charge.counts[1] = charge.counts[1] - permits end
end

local function count(charge, permits)
  local starts, counts = charge.starts, charge.counts
  if #starts == 0 or starts[#starts] < charge.current then
    starts[#starts + 1], counts[#counts + 1] = charge.current, 0
  end
  counts[#counts] = counts[#counts] + permits
  charge.used = charge.used + permits
end

local function add(charge, permits)
  count(charge, permits)
  store(charge)
end

local function attempt(charge, permits)
  local most = math.max(charge.used, charge.capacity)
  count(charge, permits)
  remove(charge, math.max(0, charge.used - most))
  store(charge)
end

local function drop(charge, permits)
  remove(charge, permits)
  store(charge)
end

return use('packed')({ settle = settle, wait = wait, add = add, attempt = attempt, drop = drop })
end
modules['token-bucket'] = function()
-- The token bucket: `burst` tokens, refilled smoothly or by whole windows. Says what TokenBucket.java says. State: see
-- level.lua; `at` is the anchor of the interval. A bucket never used holds `initial` tokens (charge.extra).
--
-- Worked: 2/1s by interval, burst 5, emptied at 0 s: two tokens at 1 s, two more at 2 s.

local level = use('level')

local function settle(charge)
  if not charge.known then
    local state = charge.state
    state[level.WHOLE], state[level.PART], state[level.AT] = charge.capacity - charge.extra, 0, charge.now
  end
  if charge.by_interval then level.settle_by_interval(charge) else level.settle(charge) end
end

local function wait(charge, permits)
  return (charge.by_interval and level.wait_by_interval or level.wait)(charge, permits)
end

return use('packed')({
  settle = settle, wait = wait, add = level.add, attempt = level.attempt, drop = level.drop,
})
end
modules['leaky-bucket'] = function()
-- GCRA: a bucket of `burst` permits that leaks at the rate; what would overflow is denied. Says what LeakyBucket.java
-- says. State: see level.lua; the level times the time of one permit is the theoretical arrival time minus now.
--
-- Worked: 1/1s, burst 5: five pass at once, the sixth waits 1 s.

local level = use('level')

local function settle(charge)
  if not charge.known then
    charge.state[level.WHOLE], charge.state[level.PART], charge.state[level.AT] = 0, 0, charge.now
  end
  level.settle(charge)
end

return use('packed')({
  settle = settle, wait = level.wait, add = level.add, attempt = level.attempt, drop = level.drop,
})
end
modules['leases'] = function()
-- Who holds the permits of a concurrency rule. Says what Leases.java says. State: a sorted set, the leases' names by the
-- times they began. One that began a lease's length ago has ended, whether it is still in the set or not.
--
-- Words: letter, permits, lease us, the lease's name, flags (s is a shadow). Says: passed, remaining, retry us, reset us,
-- admissible, change us.
--
-- Time: see key-clock.lua; what was last done is the newest beginning. While there is an offset, a member of the highest
-- score holds it and how far time has got.

local clocks = use('key-clock')

local function read(key, at, counter)
  return {
    key = key, counter = counter, limit = tonumber(ARGV[at + 1]), length = tonumber(ARGV[at + 2]), name = ARGV[at + 3],
    shadow = ARGV[at + 4] == 's',
  }, at + 5
end

local function text(micros)
  return string.format('%.0f', micros)
end

local function count(claim, from)
  return redis.call('ZCOUNT', claim.key, from, '(inf')
end

local function look(claim, now)
  local last = redis.call('ZRANGE', claim.key, -2, -1, 'WITHSCORES')
  claim.now, claim.offset, claim.noted, claim.kept, claim.extra_life = now, 0, false, 0, 0
  if last[#last] == 'inf' then
    claim.mark = last[#last - 1]
    local offset, noted = string.match(claim.mark, '^(%d+) (%d+)$')
    claim.offset, claim.noted = tonumber(offset), tonumber(noted)
    claim.newest = tonumber(last[2])
  elseif last[1] then
    claim.newest = tonumber(last[#last])
    claim.noted = claim.newest
  end
  if claim.noted then claim.now, claim.kept, claim.extra_life = clocks.read(now, claim.noted, claim.offset) end
  claim.used = count(claim, '(' .. text(claim.now - claim.length))
  claim.passes = claim.used < claim.limit
end

local function remark(claim, noted)
  if claim.mark then redis.call('ZREM', claim.key, claim.mark) end
  if claim.kept > 0 then
    redis.call('ZADD', claim.key, 'inf', text(claim.kept) .. ' ' .. text(noted))
    expire(claim.key, claim.length + claim.extra_life)
  end
end

-- Keeps a stepped clock where nothing begins.
local function keep_clock(claim)
  if claim.noted and clocks.worth_noting(claim.now, claim.kept, claim.noted, claim.offset) then
    remark(claim, claim.now)
  end
end

-- Forgets what has ended.
local function settle(claim)
  redis.call('ZREMRANGEBYSCORE', claim.key, '-inf', text(claim.now - claim.length))
end

-- How long until the lease of a rank, 0 for the oldest that is held, ends; 0 if there is none.
local function ends(claim, rank)
  local found = redis.call('ZRANGEBYSCORE', claim.key, '(' .. text(claim.now - claim.length), '(inf', 'WITHSCORES',
    'LIMIT', rank, 1)[2]
  return found and tonumber(found) + claim.length - claim.now or 0
end

local function stand(claim, passed)
  local over = claim.used - claim.limit
  local free, next_end = math.max(0, -over), ends(claim, math.max(0, over))
  return {
    passed and 1 or 0, free, (passed or over < 0) and 0 or next_end, ends(claim, math.max(0, claim.used - 1)), free,
    claim.used > 0 and next_end or -1,
  }
end

local function peek(claim)
  return stand(claim, claim.passes)
end

local function leave(claim)
  keep_clock(claim)
  return peek(claim)
end

local function begin(claim)
  settle(claim)
  claim.used = claim.used + redis.call('ZADD', claim.key, text(claim.now), claim.name)
  if claim.mark or claim.kept > 0 then remark(claim, claim.now) end
  expire(claim.key, claim.length + claim.extra_life)
end

local function take(claim)
  begin(claim)
  return stand(claim, true)
end

local function held(claim)
  local began = redis.call('ZSCORE', claim.key, claim.name)
  return began and tonumber(began) > claim.now - claim.length
end

local function renew(claim)
  local still = held(claim)
  if still then begin(claim) end
  return stand(claim, still)
end

-- Room or not: its holder is at work.
local function keep(claim)
  if not held(claim) then begin(claim) end
  return stand(claim, true)
end

local function release(claim)
  local still = held(claim)
  if still then
    settle(claim)
    redis.call('ZREM', claim.key, claim.name)
    claim.used = claim.used - 1
    if claim.used > 0 then
      keep_clock(claim)
    elseif claim.mark then
      redis.call('DEL', claim.key)
    end
  end
  return stand(claim, still)
end

return {
  read = read, look = look, peek = peek, leave = leave, take = take, renew = renew, keep = keep, fail = release,
  succeed = release, abandon = release,
}
end
modules['lockout-policy'] = function()
-- What failures lead to, and what of it has happened. Says what Failures.java and StepCounts.java say.
--
-- A policy travels as one word: flags (c consecutive, d distinct, e extends on attempt, s shadow, - none), memory us,
-- cap, exempt us, settle us, challenge attempts, challenge lock us; then per step its action's letter, failures,
-- window us, duration us, factor, growth us, max us, rearm.
--
-- State: `failures`, by the times their attempts began, each its time, the number of its settling, its value if values
-- are counted, and the number of its spelling; `rungs`, per step the number at which it last fired, its level, the end of
-- the lock in force then, and the spelling that armed it; `spellings`, those failed under last, see Spellings.java: each
-- its number, itself, and how many failures in a row it has. The canonical spelling has the number 0, left out at an end.

local MOST_LONG, MOST_LEVELS, MOST_FACTORS, MOST_HELD = 3155760000000000, 1000000, 1000, 1000
local MOST_SPELLINGS, CANONICAL, MIXED, DISARMED = 8, 0, -1, -2
local RANK = { C = 1, D = 2, L = 3, B = 4 }
local FIRST_STEP, STEP_WORDS = 8, 8

local function read(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = tonumber(word) or word end
  local flags = words[1]
  local policy = {
    consecutive = string.find(flags, 'c', 1, true), distinct = string.find(flags, 'd', 1, true),
    extends = string.find(flags, 'e', 1, true), shadow = string.find(flags, 's', 1, true),
    memory = math.min(words[2], MOST_LONG), cap = words[3], exempt = words[4], settle = words[5],
    attempts = words[6], challenge_lock = words[7], steps = {}, longest = 0, most = 0,
    lowest = words[3] > 0 and words[3] or MOST_HELD,
  }
  for i = FIRST_STEP, #words, STEP_WORDS do
    local step = {
      action = words[i], failures = words[i + 1], window = words[i + 2], duration = words[i + 3], factor = words[i + 4],
      growth = words[i + 5], max = math.min(words[i + 6], MOST_LONG), rearm = words[i + 7], delays = words[i] == 'D',
    }
    policy.steps[#policy.steps + 1] = step
    policy.longest = math.max(policy.longest, step.window)
    policy.most = math.max(policy.most, step.failures)
    policy.lowest = math.min(policy.lowest, step.failures)
  end
  policy.pending_life = math.max(policy.memory, policy.longest)
  return policy
end

local function index_of(failures, value)
  for i = #failures, 1, -1 do
    if (failures[i][3] or '') == value then return i end
  end
end

local function spelling_at(state, text)
  for i, one in ipairs(state.spellings) do
    if one[2] == text then return i end
  end
end

local function spelling_number(state, text)
  if text == '' then return CANONICAL end
  local at = spelling_at(state, text)
  return at and state.spellings[at][1] or MIXED
end

-- The number of a spelling that is failed under now.
local function spelling_used(state, text)
  if text == '' then return CANONICAL end
  local spellings, at = state.spellings, spelling_at(state, text)
  local one = at and table.remove(spellings, at) or { state.seq, text, 0 }
  spellings[#spellings + 1] = one
  if #spellings > MOST_SPELLINGS then table.remove(spellings, 1) end
  return one[1]
end

local function failure(time, seq, value, spelling)
  if spelling ~= CANONICAL then return { time, seq, value, spelling } end
  return { time, seq, value ~= '' and value or nil }
end

-- False if it tells nothing new.
local function add(state, time, value, written, distinct)
  local failures = state.failures
  state.seq = state.seq + 1
  local spelling = spelling_used(state, written)
  local known = distinct and index_of(failures, value)
  if known then
    local before = failures[known]
    if (before[4] or CANONICAL) ~= spelling then spelling = MIXED end
    if before[1] > time then
      failures[known] = failure(before[1], before[2], value, spelling)
      return false
    end
    table.remove(failures, known)
  end
  local at = #failures + 1
  while at > 1 and failures[at - 1][1] > time do at = at - 1 end
  table.insert(failures, at, failure(time, state.seq, value, spelling))
  return true
end

local function count(failures, stop, window, mark)
  local found = 0
  for i = #failures, 1, -1 do
    if stop - failures[i][1] >= window then break end
    if failures[i][2] > mark then found = found + 1 end
  end
  return found
end

local function counts(failures, value, stop, window, mark)
  local known = index_of(failures, value)
  return known and failures[known][2] > mark and stop - failures[known][1] < window
end

-- Whether any window that contains a time holds so many settled after the mark.
local function reach(failures, threshold, time, window, mark)
  local found, low = 0, 1
  for _, failure in ipairs(failures) do
    if failure[1] - time >= window then return false end
    if failure[2] > mark then found = found + 1 end
    while failure[1] - failures[low][1] >= window do
      if failures[low][2] > mark then found = found - 1 end
      low = low + 1
    end
    if failure[1] >= time and found >= threshold then return true end
  end
  return false
end

local function mark(state, i)
  return state.rungs[i] and state.rungs[i][1] or 0
end

local function remembered(state, policy, i, now)
  local rung = state.rungs[i]
  return rung and rung[2] > 0 and now - rung[3] < policy.memory
end

local function threshold(state, policy, i, now)
  local armed = remembered(state, policy, i, now) and state.rungs[i][4] ~= DISARMED
  return armed and policy.steps[i].rearm or policy.steps[i].failures
end

local function rung(state, i)
  for j = #state.rungs + 1, i do state.rungs[j] = { 0, 0, 0 } end
  return state.rungs[i]
end

-- The different values being attempted.
local function values_held(held)
  local values = {}
  for _, one in ipairs(held) do
    if not one[3] then values[one[4]] = true end
  end
  return values
end

-- Attempts that may be reserved now.
local function room(state, policy, now, value, attempts)
  local failures, room = state.failures, MOST_HELD
  local values = policy.distinct and values_held(state.held)
  for i, step in ipairs(policy.steps) do
    local full = step.delays and count(failures, now, step.window, 0) >= step.failures
    local from = step.delays and not full and 0 or mark(state, i)
    local need = full and 1 or threshold(state, policy, i, now)
    local free = math.max(1, need - count(failures, now, step.window, from))
    if values then
      for other in pairs(values) do
        if not counts(failures, other, now, step.window, from) then free = free - 1 end
      end
      if values[value] or counts(failures, value, now, step.window, from) then free = math.max(1, free) end
    else
      free = free - attempts
    end
    room = math.min(room, free)
  end
  return room
end

-- The steps that a failure of a time fires, and the one that wins.
local function firing(state, policy, time, now)
  local fired, top = {}, nil
  for i, step in ipairs(policy.steps) do
    local need = step.delays and step.failures or threshold(state, policy, i, now)
    if reach(state.failures, need, time, step.window, step.delays and 0 or mark(state, i)) then
      fired[#fired + 1] = i
      if not top or RANK[step.action] >= RANK[policy.steps[top].action] then top = i end
    end
  end
  return fired, top
end

-- The spelling of all that counts in a step for a failure of a time.
local function spelling_of(state, time, window, mark)
  local spelling
  for _, one in ipairs(state.failures) do
    if one[2] > mark and math.abs(one[1] - time) < window then
      local own = one[4] or CANONICAL
      if spelling and spelling ~= own then return MIXED end
      spelling = own
    end
  end
  return spelling or MIXED
end

local function climb(state, policy, i, time, now)
  local known = remembered(state, policy, i, now)
  local one = rung(state, i)
  local by = spelling_of(state, time, policy.steps[i].window, one[1])
  local armed = one[4] or CANONICAL
  one[4] = known and armed ~= DISARMED and armed ~= by and MIXED or by
  one[1], one[2] = state.seq, known and math.min(MOST_LEVELS, one[2] + 1) or 1
end

-- Somebody who writes the name in a way has shown to be right: his failures are forgotten, and what only they armed.
local function succeeded(state, text)
  local spelling, kept = spelling_number(state, text), {}
  if spelling ~= MIXED then
    for _, one in ipairs(state.failures) do
      if (one[4] or CANONICAL) ~= spelling then kept[#kept + 1] = one end
    end
    state.failures = kept
    for _, one in ipairs(state.rungs) do
      if (one[4] or CANONICAL) == spelling then one[4] = DISARMED end
    end
  end
end

local function end_streaks(state)
  state.plain_streak = 0
  for _, one in ipairs(state.spellings) do one[3] = 0 end
end

local function lengthen_streak(state, text)
  local at = spelling_at(state, text)
  if at then
    state.spellings[at][3] = state.spellings[at][3] + 1
  elseif text == '' then
    state.plain_streak = state.plain_streak + 1
  end
end

local function end_streak(state, text)
  local at, streak = spelling_at(state, text), 0
  if at then
    streak, state.spellings[at][3] = state.spellings[at][3], 0
  elseif text == '' then
    streak, state.plain_streak = state.plain_streak, 0
  end
  return streak
end

local function duration(step, level)
  local most = step.max
  local micros = math.min(step.duration, most)
  if step.growth > 0 then
    return level - 1 > math.floor((most - micros) / step.growth) and most or micros + (level - 1) * step.growth
  end
  if step.factor > 1 then
    for _ = 2, math.min(level, MOST_FACTORS) do
      if micros >= most then break end
      micros = math.min(most, math.floor(micros * step.factor))
    end
  end
  return micros
end

-- The steps that ask for a challenge count afresh.
local function challenge_ended(state, policy)
  for i, step in ipairs(policy.steps) do
    if step.action == 'C' then rung(state, i)[1] = state.seq end
  end
end

local function counted(state, policy, now, all)
  local most = 0
  for i, step in ipairs(policy.steps) do
    local from = (all or step.delays) and 0 or mark(state, i)
    most = math.max(most, count(state.failures, now, step.window, from))
  end
  return most
end

-- How often each step has fired, as far as that is remembered; empty if none has.
local function levels(state, policy, now)
  local words, last = {}, 0
  for i = 1, #policy.steps do
    words[i] = remembered(state, policy, i, now) and state.rungs[i][2] or 0
    if words[i] > 0 then last = i end
  end
  return table.concat(words, ' ', 1, last)
end

-- The same once more, for a lock that ends then.
local function relevel(state, policy, now, levels, lock_end)
  local i = 0
  for word in string.gmatch(levels, '%d+') do
    i = i + 1
    if tonumber(word) > 0 and i <= #policy.steps then
      local level = remembered(state, policy, i, now) and state.rungs[i][2] or 0
      local one = rung(state, i)
      one[2], one[3] = math.min(MOST_LEVELS, math.max(level, tonumber(word))), lock_end
      one[4] = MIXED
    end
  end
end

-- When nothing here counts any more.
local function stop(state, policy)
  local failures = state.failures
  local at = #failures > 0 and failures[#failures][1] + policy.longest or 0
  for i = 1, math.min(#state.rungs, #policy.steps) do
    if state.rungs[i][2] > 0 then at = math.max(at, state.rungs[i][3] + policy.memory) end
  end
  return at
end

local function prune(state, policy, oldest_begin)
  local failures, kept = state.failures, {}
  local first = math.max(1, #failures - 2 * policy.most - 15)
  for i = first, #failures do
    if failures[i][1] > oldest_begin - policy.longest then kept[#kept + 1] = failures[i] end
  end
  state.failures = kept
end

return {
  read = read, add = add, room = room, firing = firing, climb = climb, duration = duration,
  succeeded = succeeded, end_streaks = end_streaks, lengthen_streak = lengthen_streak, end_streak = end_streak,
  challenge_ended = challenge_ended, counted = counted, stop = stop, prune = prune, rung = rung,
  levels = levels, relevel = relevel,
  MOST_LONG = MOST_LONG, MOST_HELD = MOST_HELD,
}
end
modules['known-networks'] = function()
-- The networks that a key's successes came from, oldest success first. Says what KnownNetworks.java says.
--
-- One of them: itself, when the last success came from there, how many failures since, how the name was written.

local MOST = 16

local function at(list, network, spelling)
  for i, known in ipairs(list) do
    if known[1] == network and known[4] == spelling then return i end
  end
end

local function written(list, spelling)
  local count, first = 0, nil
  for i, known in ipairs(list) do
    if known[4] == spelling then count, first = count + 1, first or i end
  end
  return count, first
end

-- Forgets the oldest network of the spelling that has the most, the asking one first; false if none has two.
local function make_room(list, spelling)
  local own, first = written(list, spelling)
  local place, most = nil, math.max(1, own - 1)
  for i, known in ipairs(list) do
    local count = written(list, known[4])
    if count > most then place, most = i, count end
  end
  if place and most == own then place = first end
  if place then table.remove(list, place) end
  return place
end

local function known(state, network, spelling)
  return state.networks[at(state.networks, network, spelling) or 0]
end

local function failed(state, policy, network, spelling)
  local list = state.networks
  local i = at(list, network, spelling)
  if not i then return end
  list[i][3] = list[i][3] + 1
  if list[i][3] >= policy.lowest then table.remove(list, i) end
end

local function succeeded(state, now, network, spelling)
  local list = state.networks
  local i = at(list, network, spelling)
  if i then table.remove(list, i) end
  if #list < MOST or make_room(list, spelling) then list[#list + 1] = { network, now, 0, spelling } end
end

return { known = known, failed = failed, succeeded = succeeded }
end
modules['lockout'] = function()
-- How one key stands with one policy. Says what Lockout.java says.
--
-- Words: letter, policy (see lockout-policy.lua), the reservation's id, its purpose (A attempt, C challenge), value, network,
-- label, spelling. To lock: the id is the duration in us (-1: block), the value is the reason. To restore: the id is what
-- is left of the lock, the network is how many us ago it was last seen to hold, and its levels.
-- Says: passed, remaining, retry us (-1: never), reason's number and 8 if this very call began that, admissible, change
-- us. Of a state: phase's number, us until its end (-1: none), failures, in flight, wrong challenges, reason, label, us
-- since the lock began, levels.
--
-- State: one string. What time alone has done (reservations that became failures, a state that equals a fresh one) is
-- written by whatever call finds it, a peek too. A state that equals a fresh one is no state. Beside it, when somebody
-- unlocked the key: whoever hands a lock back that was seen before that is told so. Only a restore reads it.
--
-- Cost: one GET; one SET with its expiry if something changed, none for a denial.

local policies, clocks, networks = use('lockout-policy'), use('key-clock'), use('known-networks')

local BUSY_MICROS, CAP_LIFE, BLOCK_LIFE = 1000000, 366 * 86400 * 1e6, 3660 * 86400 * 1e6
local UNLOCKED_LIFE = 3600 * 1e6
local LOCKED, CHALLENGE_REQUIRED, BLOCKED, BUSY, NEWS = 0, 1, 2, 3, 8

local function fresh()
  return {
    known = false, newest = 0, offset = 0, noted = 0, seq = 0, failures = {}, rungs = {}, held = {}, networks = {},
    start = 0, length = 0, block = false, reason = '', touched = false, wrong = 0, streak = 0, streak_at = 0,
    label = '', spellings = {}, plain_streak = 0,
  }
end

local function load(text)
  local p = cmsgpack.unpack(text)
  return {
    known = true, newest = p[1], offset = p[2], seq = p[3], failures = p[4], rungs = p[5], held = p[6], networks = p[7],
    start = p[8], length = p[9], block = p[10], reason = p[11], touched = p[12], wrong = p[13], streak = p[14],
    streak_at = p[15], label = p[16], noted = p[17], spellings = p[18], plain_streak = p[19],
  }
end

local function read(key, at, counter)
  local policy = policies.read(ARGV[at + 1])
  return {
    key = key, counter = counter, policy = policy, shadow = policy.shadow, id = ARGV[at + 2],
    attempt = ARGV[at + 3] == 'A', value = ARGV[at + 4], network = ARGV[at + 5], label = ARGV[at + 6],
    spelling = ARGV[at + 7],
  }, at + 8
end

local function lock_end(s)
  return s.start + s.length
end

local function locked(claim)
  return claim.now < lock_end(claim.state)
end

local function blocked(claim)
  return claim.state.block and locked(claim)
end

local function pending(claim)
  local touched = claim.state.touched
  return touched and claim.now - touched < claim.policy.pending_life
end

-- Locks, or blocks if the length is -1, unless that would end earlier than the lock that holds.
local function lock(claim, length, reason)
  local s, block = claim.state, length == -1
  length = block and math.max(BLOCK_LIFE, lock_end(s) - claim.now) or math.min(length, policies.MOST_LONG)
  local shorter = not block and locked(claim) and claim.now + length <= lock_end(s)
  if length <= 0 or blocked(claim) or shorter then return end
  s.start, s.length, s.block, s.reason = claim.now, length, block, reason
  claim.lock_news = true
end

local function ask_challenge(claim)
  local s = claim.state
  if not pending(claim) then
    s.wrong = 0
    claim.challenge_news = true
  end
  s.touched = claim.now
end

local function end_challenge(claim)
  claim.state.touched, claim.state.wrong = false, 0
  policies.challenge_ended(claim.state, claim.policy)
end

local function stamp(claim)
  local s = claim.state
  s.known, s.newest, s.noted, s.offset = true, claim.now, claim.now, claim.offset
  claim.dirty = true
end

local function keep_clock(claim)
  local s, offset = claim.state, claim.offset
  if s.known and clocks.worth_noting(claim.now, offset, s.noted, s.offset) then
    s.offset, s.noted = offset, offset > 0 and claim.now or s.newest
    claim.dirty = true
  end
end

local function attempts_held(claim)
  local attempts = 0
  for _, one in ipairs(claim.state.held) do
    if not one[3] then attempts = attempts + 1 end
  end
  return attempts
end

local function like_attempts_held(claim)
  local attempts = 0
  for _, one in ipairs(claim.state.held) do
    if not one[3] and one[5] == claim.network and one[6] == claim.spelling then attempts = attempts + 1 end
  end
  return attempts
end

local function oldest_attempt(claim)
  for _, one in ipairs(claim.state.held) do
    if not one[3] then return one[2] end
  end
  return claim.now
end

local function step_failed(claim, time, value, spelling)
  local s, policy = claim.state, claim.policy
  if not policies.add(s, time, value, spelling, policy.distinct) then return end
  local fired, top = policies.firing(s, policy, time, claim.now)
  if not top then return end
  for _, i in ipairs(fired) do
    policies.climb(s, policy, i, time, claim.now)
    if policy.steps[i].action == 'C' then ask_challenge(claim) end
  end
  local step = policy.steps[top]
  if step.action == 'B' then
    lock(claim, -1, '')
  elseif step.action ~= 'C' then
    lock(claim, policies.duration(step, s.rungs[top][2]), '')
  end
  for _, i in ipairs(fired) do s.rungs[i][3] = math.max(claim.now, lock_end(s)) end
end

local function streak(claim)
  return claim.now - claim.state.streak_at < CAP_LIFE and claim.state.streak or 0
end

-- One held: id, begin, whether it is for a challenge, value, network, spelling.
local function failed(claim, one)
  local s, policy = claim.state, claim.policy
  if one[3] then
    if not pending(claim) then return end
    s.wrong, s.touched = s.wrong + 1, claim.now
    if s.wrong >= policy.attempts then
      end_challenge(claim)
      lock(claim, policy.challenge_lock, '')
    end
    return
  end
  networks.failed(claim.state, claim.policy, one[5], one[6])
  step_failed(claim, one[2], one[4], one[6])
  policies.prune(s, policy, oldest_attempt(claim))
  if policy.cap > 0 then
    if streak(claim) == 0 then
      s.streak = 0
      policies.end_streaks(s)
    end
    s.streak, s.streak_at = s.streak + 1, claim.now
    policies.lengthen_streak(s, one[6])
    if s.streak >= policy.cap then lock(claim, -1, '') end
  end
end

local function succeeded(claim, one)
  local s, policy = claim.state, claim.policy
  if one[3] then
    if pending(claim) then end_challenge(claim) end
    return
  end
  if policy.consecutive then
    policies.succeeded(s, one[6])
    s.streak = s.streak - policies.end_streak(s, one[6])
  end
  if policy.exempt > 0 and one[5] ~= '' then networks.succeeded(s, claim.now, one[5], one[6]) end
end

local function idle(claim)
  local s, policy = claim.state, claim.policy
  local cap_life = policy.cap > 0 and CAP_LIFE or 0
  local stop = math.max(lock_end(s), policies.stop(s, policy))
  if s.touched then stop = math.max(stop, s.touched + policy.pending_life) end
  if #s.networks > 0 then stop = math.max(stop, s.networks[#s.networks][2] + policy.exempt) end
  if s.streak > 0 then stop = math.max(stop, s.streak_at + cap_life) end
  if #s.held > 0 then
    stop = math.max(stop, s.held[#s.held][2] + policy.settle + math.max(cap_life, policy.longest))
  end
  return math.max(0, stop - claim.now)
end

local function save(claim)
  if not claim.dirty then return end
  local s, life = claim.state, idle(claim)
  if life == 0 then
    redis.call('DEL', claim.key)
  else
    put(claim.key, cmsgpack.pack({
      s.newest, s.offset, s.seq, s.failures, s.rungs, s.held, s.networks, s.start, s.length, s.block, s.reason,
      s.touched, s.wrong, s.streak, s.streak_at, s.label, s.noted,
      s.spellings, s.plain_streak,
    }), life + claim.extra_life)
  end
  claim.dirty = false
end

local function free(claim)
  local s, policy = claim.state, claim.policy
  if blocked(claim) then return 0 end
  local free = 0
  if not locked(claim) then
    if not claim.attempt then
      free = policy.attempts
      if pending(claim) then free = math.max(1, free - s.wrong) - (#s.held - attempts_held(claim)) end
    elseif not pending(claim) then
      local attempts = attempts_held(claim)
      free = policies.room(s, policy, claim.now, claim.value, attempts)
      if policy.cap > 0 then free = math.min(free, math.max(1, policy.cap - streak(claim)) - attempts) end
    end
  end
  if claim.attempt and policy.exempt > 0 and claim.network ~= '' then
    local known = networks.known(s, claim.network, claim.spelling)
    if known and claim.now - known[2] < policy.exempt then
      free = math.max(free, policy.lowest - known[3] - like_attempts_held(claim))
    end
  end
  return math.max(0, math.min(free, policies.MOST_HELD - #s.held))
end

local function find(held, id)
  for i, one in ipairs(held) do
    if one[1] == id then return i end
  end
end

-- What is free to a reservation that may have been made already: it is not in its own way.
local function room_for(claim)
  local held = claim.state.held
  local i = find(held, claim.id)
  local own = i and table.remove(held, i)
  local room = free(claim)
  if own then table.insert(held, i, own) end
  return room
end

local function denial(claim)
  if locked(claim) then return blocked(claim) and BLOCKED or LOCKED end
  return claim.attempt and pending(claim) and CHALLENGE_REQUIRED or BUSY
end

local function look(claim, now)
  local text = redis.call('GET', claim.key)
  local s = text and load(text) or fresh()
  claim.clock = now
  claim.state = s
  if s.known then
    claim.now, claim.offset, claim.extra_life = clocks.read(now, s.noted, s.offset)
  end
  if not s.known or idle(claim) == 0 then
    claim.state, claim.now, claim.offset, claim.extra_life, claim.dirty = fresh(), now, 0, 0, s.known
  end
  local held = claim.state.held
  while held[1] and held[1][2] <= claim.now - claim.policy.settle do
    failed(claim, table.remove(held, 1))
    stamp(claim)
  end
  claim.passes = room_for(claim) > 0
end

local function peek(claim)
  save(claim)
  local room = room_for(claim)
  if room > 0 then return { 1, room, 0, LOCKED, 1, 0 } end
  local reason, retry = denial(claim), -1
  if reason == LOCKED then retry = lock_end(claim.state) - claim.now end
  if reason == BUSY then retry = BUSY_MICROS end
  local news = reason ~= BUSY and claim.lock_news
  if reason == CHALLENGE_REQUIRED then news = claim.challenge_news end
  return { 0, 0, retry, reason + (news and NEWS or 0), 0, retry }
end

-- Says how it stands on a server that cannot write, too: what time alone has done is found again by the next.
local function read_only(claim)
  pcall(save, claim)
  claim.dirty = false
  return peek(claim)
end

local function take(claim)
  local s = claim.state
  if claim.attempt or pending(claim) then
    if not find(s.held, claim.id) then
      s.held[#s.held + 1] = { claim.id, claim.now, not claim.attempt, claim.value, claim.network, claim.spelling }
    end
    if claim.label ~= '' then s.label = claim.label end
    if not claim.attempt then s.touched = claim.now end
    stamp(claim)
  end
  save(claim)
  local room = free(claim)
  return { 1, room, 0, LOCKED, math.min(1, room), 0 }
end

local function leave(claim)
  keep_clock(claim)
  if claim.policy.extends and claim.attempt and not claim.passes and denial(claim) == LOCKED then
    local s = claim.state
    local before = lock_end(s)
    s.start = claim.now
    for _, rung in ipairs(s.rungs) do
      if rung[2] > 0 and rung[3] == before then rung[3] = lock_end(s) end
    end
    failed(claim, { '', claim.now, false, claim.value, claim.network, claim.spelling })
    stamp(claim)
  end
  return peek(claim)
end

local function settle(claim, ended)
  local held = claim.state.held
  keep_clock(claim)
  local i = find(held, claim.id)
  if i then
    local one = table.remove(held, i)
    if ended then ended(claim, one) end
    stamp(claim)
  end
  claim.attempt = true
  return peek(claim)
end

local function unlocked(claim)
  return claim.key .. ':unlocked'
end

local function unlock(claim)
  put(unlocked(claim), string.format('%.0f', claim.clock), math.max(UNLOCKED_LIFE, lock_end(claim.state) - claim.now))
  if claim.state.known then
    local old = claim.state
    claim.state = fresh()
    claim.state.seq, claim.state.held, claim.state.label = old.seq, old.held, old.label
    stamp(claim)
  end
  return peek(claim)
end

local function lock_by_hand(claim)
  lock(claim, tonumber(claim.id), claim.value)
  if claim.label ~= '' then claim.state.label = claim.label end
  stamp(claim)
  return peek(claim)
end

-- Locks again what was lost, unless that was unlocked since it was seen.
local function restore(claim)
  local age, levels = string.match(claim.network, '^(%d+) ?(.*)$')
  local at = redis.call('GET', unlocked(claim))
  if not at or claim.clock - tonumber(age) > tonumber(at) then
    lock(claim, tonumber(claim.id), claim.value)
    if claim.lock_news then
      policies.relevel(claim.state, claim.policy, claim.now, levels, lock_end(claim.state))
      if claim.label ~= '' then claim.state.label = claim.label end
      stamp(claim)
    end
  end
  return peek(claim)
end

local function state(claim)
  pcall(save, claim)
  local s = claim.state
  local phase = blocked(claim) and BLOCKED or locked(claim) and LOCKED or pending(claim) and CHALLENGE_REQUIRED or BUSY
  return {
    phase, phase == LOCKED and lock_end(s) - claim.now or -1,
    policies.counted(s, claim.policy, claim.now, phase ~= BUSY), attempts_held(claim), pending(claim) and s.wrong or 0,
    locked(claim) and s.reason or '', s.label, locked(claim) and claim.now - s.start or 0,
    policies.levels(s, claim.policy, claim.now),
  }
end

return {
  read = read, look = look, peek = read_only, take = take, leave = leave, lock = lock_by_hand, unlock = unlock,
  state = state, restore = restore,
  fail = function(claim) return settle(claim, failed) end,
  succeed = function(claim) return settle(claim, succeeded) end,
  abandon = function(claim) return settle(claim) end,
}
end
-- Decides many decisions, each over many claims, in one call: check all, then commit all.
--
-- KEYS: one per claim, in order.
-- ARGV: per decision its operation and number of claims; per claim the letter of its kind, then that kind's words. A
--   limit's: rate's permits, window us, interval us, permits, flags, capacity, extra, wait us. Those of other kinds: see
--   `read` in their modules.
--   operations: decide; deny (decide, but never admit); peek; reset; and what else a kind's module can do
--   flags: c counts denied attempts; s is a shadow and never denies; i refills by interval; - none
--   extra: a token bucket's initial tokens; a sliding window's precision us
-- Returns one array per decision, six integers per claim: passed, remaining, retry us, reset us, admissible, change us
-- (-1: never), bar what other kinds' modules say; or an error's text: scripts do not roll back, so each decision reads
-- all its keys, and so meets a foreign type, before it writes any, and one that fails does not take the others along.

local find = string.find

local KINDS = {
  L = 'sliding-log', F = 'fixed-window', W = 'sliding-window', T = 'token-bucket', G = 'leaky-bucket',
  C = 'leases', K = 'lockout',
}
local WORDS = 9

-- All fields a sliding log's charge will ever have: a table that need not grow costs half.
local function read_charge(key, at, counter)
  local flags, window, interval = ARGV[at + 5], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local charge = {
    key = key,
    counter = counter,
    log = false,
    wait = 0,
    may_wait = tonumber(ARGV[at + 8]),
    passes = false,
    rate = tonumber(ARGV[at + 1]),
    window = window,
    interval = interval,
    permits = tonumber(ARGV[at + 4]),
    capacity = tonumber(ARGV[at + 6]),
    extra = tonumber(ARGV[at + 7]),
    counts_denied = find(flags, 'c', 1, true),
    shadow = find(flags, 's', 1, true),
    by_interval = find(flags, 'i', 1, true),
    lifetime = math.max(window, interval),
    fills = false,
  }
  if ARGV[at] == 'T' and (charge.extra < charge.capacity or charge.by_interval) then
    charge.fills = charge.extra < charge.capacity
    -- Once forgotten it starts with the initial tokens, or its interval, again: not before it was full for as long as
    -- that takes.
    charge.lifetime = math.max(charge.lifetime, 2 * math.ceil(charge.capacity / charge.rate) * window)
  end
  return charge, at + WORDS
end

-- A claim, and where the next one begins.
local function read(key, at)
  local counter = use(KINDS[ARGV[at]])
  if counter.read then return counter.read(key, at, counter) end
  return read_charge(key, at, counter)
end

-- Most decisions have one charge, whose verdict is the answer.
local function append(all, verdict)
  if not all then return verdict end
  if verdict then
    for i = 1, 6 do all[#all + 1] = verdict[i] end
  end
  return all
end

local function rule(claim)
  return string.match(claim.key, '}:([^:]+):[^:]*$')
end

-- An address that is denied begins no counters of keys it makes up: those of the rule that denies it.
local function vain(claim, claims)
  if not (claim.counts_denied or claim.fills) or redis.call('EXISTS', claim.key) == 1 then return false end
  for _, other in ipairs(claims) do
    if other ~= claim and not other.passes and not other.shadow and rule(other) == rule(claim) then return true end
  end
  return false
end

local function decide(claims, now, admitted)
  for _, claim in ipairs(claims) do
    claim.counter.look(claim, now)
    admitted = admitted and (claim.passes or claim.shadow)
  end
  local verdicts
  for _, claim in ipairs(claims) do
    local action = 'leave'
    if admitted and claim.passes then
      action = 'take'
    elseif vain(claim, claims) then
      action = 'peek'
    elseif claim.counts_denied then
      action = 'note'
    end
    verdicts = append(verdicts, claim.counter[action](claim, now))
  end
  return verdicts or {}
end

local function run(operation, claims, now)
  if operation == 'decide' or operation == 'deny' then return decide(claims, now, operation == 'decide') end
  if operation == 'reset' then
    for _, claim in ipairs(claims) do redis.call('DEL', claim.key) end
    return {}
  end
  for _, claim in ipairs(claims) do claim.counter.look(claim, now) end
  local verdicts
  for _, claim in ipairs(claims) do verdicts = append(verdicts, claim.counter[operation](claim, now)) end
  return verdicts or {}
end

local now = clock()
local replies = {}
local at, key = 1, 0
while ARGV[at] do
  local claims = {}
  local operation = ARGV[at]
  local count = tonumber(ARGV[at + 1])
  at = at + 2
  for i = 1, count do
    key = key + 1
    claims[i], at = read(KEYS[key], at)
  end
  local ok, result = pcall(run, operation, claims, now)
  if not ok then result = type(result) == 'table' and result.err or tostring(result) end
  replies[#replies + 1] = result
end
return replies
