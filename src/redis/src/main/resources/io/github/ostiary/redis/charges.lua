-- Permits asked of a limit, whatever its algorithm.
--
-- Terms: letter, rate's permits, window us, interval us, capacity, extra (a token bucket's initial tokens; a sliding
--   window's precision us), flags: c counts denied attempts; s is a shadow and never denies; i refills by interval; p each
--   decision says how many permits, else it is one; a it says, too, what its node has done with permits taken ahead, and how
--   many more it wants, see ahead.lua; g it is given back, and when it was granted is known; h it is reserved
--   until it is settled; e it is settled; l it is granted and takes nothing; - none. Of the calendar's windows: see calendar.lua.
-- Own words, with the flag p, a or g: permits, and how far ahead the slot may lie, us; with a, then: holder, used, returned,
--   wanted, for how long, us; with g, then: when it was granted, us. With h or e: permits, and the reservation's name; with e,
--   then: what it costs.

local find, max, min = string.find, math.max, math.min
local WEEK = 7 * 86400 * 1e6

local KINDS = use('algorithms')

local function read(terms, key, words, at)
  local charge = { key = key, terms = terms, permits = 1, may_wait = 0 }
  if terms.held then
    charge.permits, charge.id = words[at] + 0, words[at + 1]
    if terms.own == 3 then charge.cost = words[at + 2] + 0 end
    return charge
  end
  if terms.own > 0 then charge.permits, charge.may_wait = words[at] + 0, words[at + 1] + 0 end
  if terms.own == 3 then charge.taken = words[at + 2] + 0 end
  if terms.own > 3 then
    charge.ahead = {
      holder = words[at + 2], used = words[at + 3] + 0, returned = words[at + 4] + 0, wanted = words[at + 5] + 0,
      life = words[at + 6] + 0,
    }
  end
  return charge
end

local function terms(words)
  local flags = words[7]
  local limit = {
    kind = KINDS[words[1]], read = read, rate = words[2], window = words[3], interval = words[4], capacity = words[5],
    extra = words[6], lifetime = max(words[3], words[4]),
    own = find(flags, 'a', 1, true) and 7 or find(flags, '[ge]') and 3 or find(flags, '[ph]') and 2 or 0,
    held = find(flags, '[he]'),
    counts_denied = find(flags, 'c', 1, true), shadow = find(flags, 's', 1, true),
    by_interval = find(flags, 'i', 1, true), looks = find(flags, 'l', 1, true), fills = false,
  }
  if words[1] == 'D' then
    use('calendar').terms(limit, words)
  elseif words[1] == 'T' and (limit.extra < limit.capacity or limit.by_interval) then
    limit.fills = limit.extra < limit.capacity
    -- Once forgotten it starts with the initial tokens, or its interval, again: not before it was full for as long as
    -- that takes.
    limit.lifetime = max(limit.lifetime, 2 * math.ceil(limit.capacity / limit.rate) * limit.window)
  end
  -- What a key that is used again and again is given: half as much again. No log may live for 52 days, see sliding-log.lua.
  limit.longest = min(1.5 * limit.lifetime, limit.lifetime + WEEK)
  return limit
end

return { terms = terms }
