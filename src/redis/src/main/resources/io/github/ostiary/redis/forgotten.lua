-- Resets, and what must know of them: a call that does not begin gives back what it was granted, unless a reset has freed that
-- meanwhile.
--
-- State: beside that of a limit's counter, when it was reset, and until when a call may give back what it had been granted before:
-- as long as that would have counted, and as long as a word may take to arrive. Calls that may wait know when they were granted
-- what they give back; of others nothing is taken until then.

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
  if claim.counter.credit then use('open').forget(claim.key) end
  if forget(claim, now) and left > 0 then
    clock.put(note(claim), string.format('%d %d', now, now + left + WORD_LIFE), left + WORD_LIFE)
  end
end

-- Whether a reset has freed it.
local function freed(claim, now)
  local at, stop = string.match(redis.call('GET', note(claim)) or '', '^(%d+) (%d+)$')
  if not at then return false end
  if claim.taken then return claim.taken <= at + 0 end
  return now < stop + 0
end

local function give_back(claim, now)
  if freed(claim, now) then return end
  claim.counter.look(claim, now)
  claim.counter.credit(claim, now)
end

return { reset = reset, give_back = give_back }
