-- What all algorithms of constant size share. Says what ClockedCounter.java says.
--
-- State is one string of integers: the time of the newest commit (negative while nothing was admitted yet); of a stepped
-- clock the offset, and how much later than that commit it was noted last, else 0 both; then the algorithm's own figures,
-- as of that commit. Asking derives from them and stores nothing.
--
-- An algorithm is: settle (from state to charge.used, at charge.now), wait (how long until so many of the used permits
-- are free), add, attempt (add, but to the full limit at most) and drop; without the latter two it is one count, to which what
-- fits is added, and less than nothing. One whose window the calendar says adds its
-- length to what is answered. Reservations, see open.lua: counting (how much of one is among the used permits still), belongs
-- (whether what it costs beside is used now; always, where that is not said), correct (what is reported of it elsewhere), leaks (whether what comes back is not known
-- from what is given back). All integers stay below 2^53.
--
-- Cost: one GET; one SET with its expiry if something is committed.

local clocks, put = use('key-clock'), use('clock').put
local call, match, gmatch, format, rep = redis.call, string.match, string.gmatch, string.format, string.rep
local abs, max, min = math.abs, math.max, math.min
local NEWEST, OFFSET, GAP = 1, 2, 3
local formats = {}

-- Most have no more than six figures.
local function parse(text)
  local a, b, c, d, e, f, rest = match(text, '^(%S+) (%S+) (%S+) ?(%S*) ?(%S*) ?(%S*)(.*)$')
  local state = { a + 0, b + 0, c + 0, tonumber(d), tonumber(e), tonumber(f) }
  if #rest > 1 then
    local count = 6
    for one, other in gmatch(rest, '(%S+) ?(%S*)') do
      state[count + 1], state[count + 2] = one + 0, tonumber(other)
      count = count + 2
    end
  end
  return state
end

local function write(state)
  local figures = #state
  formats[figures] = formats[figures] or rep('%d ', figures)
  return format(formats[figures], unpack(state))
end

return function(algorithm)
  local wait, settle, add = algorithm.wait, algorithm.settle, algorithm.add
  local attempt = algorithm.attempt or function(charge, permits)
    add(charge, min(permits, max(0, charge.terms.capacity - charge.used)))
  end
  local drop = algorithm.drop or function(charge, permits) add(charge, -permits) end
  local brief = { used = 0, part = 0, at = 0, extra_life = 0 }

  local function passes(charge)
    if charge.wait > 0 then return false end
    local capacity = charge.terms.capacity
    local lacking = charge.permits - capacity + charge.used
    return lacking <= 0 or charge.may_wait > 0 and charge.permits <= capacity
      and wait(charge, lacking) <= charge.may_wait
  end

  local function look(charge, now)
    local text = call('GET', charge.key)
    charge.now, charge.clock, charge.wait = now, now, 0
    if text then
      local state = parse(text)
      local newest = abs(state[NEWEST])
      charge.state, charge.noted = state, newest + state[GAP]
      charge.now, charge.offset, charge.extra_life = clocks.read(now, charge.noted, state[OFFSET])
      if state[NEWEST] > 0 then charge.wait = max(0, newest + charge.terms.interval - charge.now) end
    else
      charge.state, charge.fresh, charge.noted, charge.offset, charge.extra_life = { 0, 0, 0 }, true, 0, 0, 0
    end
    settle(charge)
    if charge.id then use('open').find(charge, charge.now) end
    charge.passes = charge.reserved_at ~= nil or passes(charge)
  end

  local function save(charge)
    local state, used = charge.state, charge.used
    local reset = used > 0 and wait(charge, used) or 0
    local idle = charge.now - abs(state[NEWEST])
    charge.reset = reset
    put(charge.key, write(state), max(0, charge.terms.lifetime - idle, reset) + charge.extra_life)
  end

  local function stamp(charge, acted)
    local state = charge.state
    state[NEWEST], state[OFFSET], state[GAP] = acted and charge.now or -charge.now, charge.offset, 0
    charge.wait = acted and charge.terms.interval or 0
    save(charge)
  end

  -- Whether there is something new to keep.
  local function note(charge)
    local state = charge.state
    if charge.fresh or not clocks.worth_noting(charge.now, charge.offset, charge.noted, state[OFFSET]) then
      return false
    end
    state[OFFSET] = charge.offset
    state[GAP] = charge.offset > 0 and charge.now - abs(state[NEWEST]) or 0
    return true
  end

  local function keep_clock(charge)
    if note(charge) then save(charge) end
  end

  -- Of permits that are not yet among the used ones.
  local function stand(charge, permits, passed)
    local used, pause = charge.used, charge.wait
    local capacity = charge.terms.capacity
    local free = capacity - used
    local retry = -1
    if permits <= capacity then
      retry = permits > free and wait(charge, permits - free) or 0
      if not passed then retry = max(pause, retry - charge.may_wait) end
    end
    local change = pause
    if change == 0 then change = used > 0 and wait(charge, max(1, 1 - free)) or -1 end
    free = max(0, free)
    return {
      passed and 1 or 0, free, retry, charge.reset or used > 0 and wait(charge, used) or 0, pause > 0 and 0 or free, change,
      charge.length or charge.may_wait > 0 and charge.clock or nil,
    }
  end

  local function peek(charge)
    local verdict = stand(charge, charge.permits, charge.passes)
    if charge.reserved_at then verdict[3] = 0 end
    return verdict
  end

  local function leave(charge)
    if charge.fresh and charge.terms.fills then
      algorithm.add(charge, 0)
      stamp(charge, false)
    else
      keep_clock(charge)
    end
    return peek(charge)
  end

  local function take(charge)
    if charge.reserved_at then return leave(charge) end
    if charge.id then use('open').begin(charge, charge.now, charge.used) end
    algorithm.add(charge, charge.permits)
    stamp(charge, true)
    return stand(charge, 0, true)
  end

  local function count_attempt(charge)
    if charge.reserved_at then return leave(charge) end
    attempt(charge, min(charge.permits, charge.terms.capacity))
    stamp(charge, true)
    return stand(charge, charge.passes and 0 or charge.permits, charge.passes)
  end

  local function add_up(charge, permits)
    local room = 2 * charge.terms.capacity - charge.used
    if room > 0 then
      algorithm.add(charge, min(permits, room))
      stamp(charge, true)
    else
      keep_clock(charge)
    end
  end

  local function charge_up(charge)
    add_up(charge, charge.permits)
    charge.permits = 1
    charge.passes = passes(charge)
    return peek(charge)
  end

  local function give(charge, permits, lowered)
    if algorithm.leaks then use('open').lowered(charge.key, lowered) end
    if not charge.fresh and charge.used > 0 and permits > 0 then
      note(charge)
      drop(charge, min(permits, charge.used))
      save(charge)
    else
      keep_clock(charge)
    end
  end

  local function credit(charge)
    give(charge, charge.permits, charge.permits)
  end

  -- Settles a reservation, once.
  local function finish(charge)
    local more = charge.cost - charge.permits
    if not charge.reserved_at then
      keep_clock(charge)
    else
      use('open').close(charge)
      if algorithm.correct and algorithm.correct(charge, more) then
        save(charge)
      elseif more < 0 then
        give(charge, min(-more, algorithm.counting(charge)), -more)
      elseif more > 0 and (not algorithm.belongs or algorithm.belongs(charge)) then
        add_up(charge, more)
      else
        keep_clock(charge)
      end
      charge.reserved_at = nil
    end
    charge.passes = passes(charge)
    return peek(charge)
  end

  -- One permit, now, without an interval; a denial counts nothing, and begins nothing. Nothing is answered, and nothing
  -- written, where the clock is or was behind. One table serves all of them, since none is looked at again.
  local function line(terms, key, now)
    local text = call('GET', key)
    local state = text and parse(text) or { 0, 0, 0 }
    if now < state[NEWEST] or state[OFFSET] > 0 or state[GAP] > 0 then return end
    local charge = brief
    charge.terms, charge.state, charge.now, charge.fresh, charge.part, charge.at = terms, state, now, not text, 0, 0
    charge.extra_life = 0
    settle(charge)
    local used, free = charge.used, terms.capacity - charge.used
    if free < 1 then
      local retry = wait(charge, 1 - free)
      return { 0, 0, retry, wait(charge, used), 0, retry, charge.length }
    end
    add(charge, 1)
    used, free = used + 1, free - 1
    state[NEWEST] = now
    local reset = wait(charge, used)
    put(key, write(state), max(terms.lifetime, reset) + charge.extra_life)
    return { 1, free, 0, reset, free, used > 1 and wait(charge, 1) or reset, charge.length }
  end

  return {
    line = line, look = look, peek = peek, leave = leave, take = take, note = count_attempt, charge = charge_up,
    credit = credit, fail = finish, succeed = finish, abandon = finish, unclear = finish,
  }
end
