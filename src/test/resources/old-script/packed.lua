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
