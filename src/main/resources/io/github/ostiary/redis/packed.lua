-- What all algorithms of constant size share. Says what Metered.java says.
--
-- State is one string of integers: the time of the newest commit (negative while nothing was admitted yet), the offset
-- of a stepped clock, then the algorithm's own figures, as of that commit. Asking derives from them and stores nothing.
--
-- An algorithm is: settle (from state to charge.used, at charge.now), wait (how long until so many of the used permits
-- are free), add, attempt (add, but to the full limit at most) and drop. All integers stay below 2^53.
--
-- Cost: one GET; one SET with its expiry if something is committed.

local FREEZE = 1000000

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
    charge.state, charge.known = state, state[1] ~= nil
    local newest, offset = math.abs(state[1] or 0), state[2] or 0
    charge.now, charge.offset = now + offset, offset
    if charge.now < newest then
      if newest - charge.now > FREEZE then charge.offset = newest - now end
      charge.now = newest
    end
    charge.wait = charge.known and state[1] > 0 and math.max(0, newest + charge.interval - charge.now) or 0
    algorithm.settle(charge)
    charge.passes = passes(charge)
  end

  local function save(charge)
    local state = charge.state
    local text = string.format(string.rep('%.0f ', #state), unpack(state))
    local reset = charge.used > 0 and algorithm.wait(charge, charge.used) or 0
    put(charge.key, text, math.max(charge.lifetime, reset))
  end

  local function stamp(charge, acted)
    charge.state[1], charge.state[2] = acted and charge.now or -charge.now, charge.offset
    charge.wait = acted and charge.interval or 0
    save(charge)
  end

  local function keep_clock(charge)
    if charge.known and charge.offset ~= charge.state[2] then
      charge.state[2] = charge.offset
      save(charge)
    end
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

  local function note(charge)
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
      charge.state[2] = charge.offset
      algorithm.drop(charge, math.min(charge.permits, charge.used))
      save(charge)
    else
      keep_clock(charge)
    end
  end

  return { look = look, peek = peek, leave = leave, take = take, note = note, charge = charge_up, credit = credit }
end
