-- Resets, and what must know of them: a call that does not begin gives back what it was granted, unless a reset has freed that
-- meanwhile.
--
-- State: beside that of a limit's counter, until when somebody may give back what had been taken before the reset: as long as
-- that would have counted, and as long as a word may take to arrive.

local clock = use('clock')

local WORD_LIFE = 60 * 1e6
local RESET_FIGURE = 4

local function note(claim)
  return claim.key .. ':reset'
end

-- Until when what is used now would have counted; nothing of what is no limit's counter, or of no kind of ours.
local function lasting(claim, now)
  local counter = claim.counter
  if not counter.credit or not pcall(counter.look, claim, now) then return 0 end
  return counter.peek(claim)[RESET_FIGURE]
end

-- What nodes have taken ahead of a log they may go on using, so it goes on counting; all else is gone.
local function forget(claim, now)
  local log = claim.log
  if log and log.out > 0 then
    claim.permits = log.used
    claim.counter.credit(claim, now)
    return true
  end
  return redis.call('DEL', claim.key) == 1
end

local function reset(claim, now)
  local left = lasting(claim, now)
  if forget(claim, now) and left > 0 then
    clock.put(note(claim), string.format('%d', now + left + WORD_LIFE), left + WORD_LIFE)
  end
end

local function give_back(claim, now)
  local until_then = redis.call('GET', note(claim))
  if until_then and now < until_then + 0 then return end
  claim.counter.look(claim, now)
  claim.counter.credit(claim, now)
end

return { reset = reset, give_back = give_back }
