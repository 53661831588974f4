-- The calendar's windows: at most `limit` permits in each. Says what CalendarCounter.java says, and why. State: count; it is of
-- the window in which something was used last. Then, for reports alone, the count of a window before, and when something was
-- used last there, us.
--
-- Terms: letter, rate's permits, interval us, the start of a window, how long it lasts, and the next, us, flags. Both windows
-- come from the node; which of them it is this server's clock says. A server, or a counter, whose clock is outside of both
-- decides nothing, and says what time it is.
--
-- A key outlives its window by a quarter of that, for reports, and by up to as much again: not all end at once.
--
-- Worked: limit 3 per day in UTC, hits at 22:00, 23:00 and 23:59: full until midnight.

local COUNT, BEFORE, AT, GRACE = 4, 5, 6, 4

local floor, format, match = math.floor, string.format, string.match

local function outside(charge)
  error({ err = format('OUTSIDE %d %s', charge.now, charge.key or '') })
end

local function settle(charge)
  local terms, now, state = charge.terms, charge.now, charge.state
  local start, ends = terms.first, terms.second
  if now >= ends then start, ends = ends, terms.third end
  if now < start or now >= ends then outside(charge) end
  local length = ends - start
  local grace = floor(length / GRACE)
  charge.ends, charge.length, charge.extra_life = ends, length, charge.extra_life + grace + now % grace
  charge.used = state[1] >= start and state[COUNT] or 0
end

local function wait(charge)
  return charge.ends - charge.now
end

local function add(charge, permits)
  local state = charge.state
  if charge.used == 0 and (state[COUNT] or 0) > 0 and state[1] < charge.ends - charge.length then
    state[BEFORE], state[AT] = state[COUNT], math.abs(state[1])
  end
  charge.used = charge.used + permits
  charge.state[COUNT] = charge.used
end

local function belongs(charge)
  return charge.reserved_at >= charge.ends - charge.length
end

local function counting(charge)
  return belongs(charge) and charge.permits or 0
end

-- What is settled in the window after the one it was reserved in corrects what is reported of that, where it is known to be the
-- same: whether it has.
local function correct(charge, more)
  local terms, state = charge.terms, charge.state
  if belongs(charge) or charge.now < terms.second or charge.reserved_at < terms.first then return false end
  local newest = math.abs(state[1])
  local figure, at = COUNT, newest
  if newest >= terms.second then figure, at = BEFORE, state[AT] or 0 end
  if at < terms.first or at >= terms.second then return false end
  state[figure] = math.max(0, math.min(state[figure] + more, math.max(state[figure], 2 * terms.capacity)))
  return true
end

local calendar = use('packed')({
  settle = settle, wait = wait, add = add, counting = counting, belongs = belongs, correct = correct,
})

function calendar.terms(limit, words)
  limit.interval, limit.capacity, limit.lifetime = words[3], words[2], words[3]
  limit.first, limit.second = words[4], words[4] + words[5]
  limit.third = limit.second + words[6]
end

-- Before what writes for one claim after the other. From Redis 7 on pcall answers the text of an error, before that its table.
function calendar.check(claim, now)
  local ok, why = pcall(calendar.look, claim, now)
  local said = type(why) == 'table' and why.err or why
  if not ok and type(said) == 'string' and match(said, '^OUTSIDE ') then error({ err = said }) end
end

return calendar
