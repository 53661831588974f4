-- What is done to one key other than by its attempts: an operator locks and unlocks it, a node restores a lock that was
-- lost. A module of its own, so that attempts do not pay for it.
--
-- The words of a claim are those of lockout.lua, but for these. To lock: the id is the duration in us (-1: block), the
-- value is the reason. To unlock: the id is how many us ago that was done. To admit: the id is the mark of the lock. To restore: the id is what is left of the lock, the network is how many us ago it was last seen to
-- hold, or, after a b, what it follows from happened, and its levels. `lockout` holds what this needs of lockout.lua.
--
-- State: beside that of the key, when the key was last unlocked, and when this server heard of it. A lock that follows from something
-- before the one is not restored, nor one that was seen before the other: until then this server held the old one. Only what is done by hand reads
-- them.

local policies, networks, put = use('lockout-policy'), use('known-networks'), use('clock').put

local min = math.min
local UNLOCKED_LIFE = 3600 * 1e6

local function unlocked(claim)
  return claim.key .. ':unlocked'
end

-- When the key was unlocked, and when this server heard of it.
local function noted(claim)
  local done, heard = string.match(redis.call('GET', unlocked(claim)) or '', '^(%d+) (%d+)$')
  return tonumber(done), tonumber(heard)
end

local function unlock(claim, lockout)
  local old, ago = claim.state, tonumber(claim.id) or 0
  local left, at = lockout.lock_end(old) - claim.now, claim.now - ago
  local done = math.max(claim.clock - ago, (noted(claim)) or 0)
  put(unlocked(claim), string.format('%d %d', done, claim.clock), math.max(UNLOCKED_LIFE, left))
  if not old.known then return end
  if left <= 0 or old.cause <= at then
    claim.state = lockout.fresh()
    claim.state.seq, claim.state.held, claim.state.label = old.seq, old.held, old.label
    policies.keep_since(old, claim.state, at)
  else
    policies.forget_until(old, at)
  end
  claim.state.unlocked = #old.held > 0 and math.max(old.unlocked, at) or 0
  lockout.stamp(claim)
end

local function lock(claim, lockout)
  lockout.lock(claim, tonumber(claim.id), claim.value, claim.now)
  if claim.label ~= '' then claim.state.label = claim.label end
  lockout.stamp(claim)
end

-- Locks again what was lost, unless that was unlocked since it was seen.
local function restore(claim, lockout)
  local begun, age, levels = string.match(claim.network, '^(b?)(%d+) ?(.*)$')
  local done, heard = noted(claim)
  local at = begun == 'b' and done or heard
  if at and claim.clock - tonumber(age) <= at then return end
  lockout.lock(claim, tonumber(claim.id), claim.value, claim.now - tonumber(age))
  if not claim.lock_news then return end
  policies.relevel(claim.state, claim.policy, claim.now, levels, lockout.lock_end(claim.state))
  if claim.label ~= '' then claim.state.label = claim.label end
  lockout.stamp(claim)
end

-- Lets a network in while the lock of a mark holds, which is the id.
local function admit(claim, lockout)
  local s = claim.state
  if not lockout.locked(claim) or s.block or s.first ~= tonumber(claim.id) or s.reason ~= '' then return false end
  networks.succeeded(s, claim.now, claim.network, claim.spelling)
  if claim.spelling ~= '' then networks.succeeded(s, claim.now, claim.network, '') end
  lockout.stamp(claim)
  return true
end

local PHASES = { LOCKED = 0, CHALLENGE = 1, BLOCK = 2, OPEN = 3 } -- as reasons are numbered

-- How a key stands, in the words that lockout.lua says.
local function state(claim, lockout)
  pcall(lockout.save, claim)
  local s, locked, pending = claim.state, lockout.locked(claim), lockout.pending(claim)
  local since = locked and s.start or pending and s.asked or claim.now
  local phase = lockout.blocked(claim) and PHASES.BLOCK or locked and PHASES.LOCKED or pending and PHASES.CHALLENGE or PHASES.OPEN
  return {
    phase, phase == PHASES.LOCKED and lockout.lock_end(s) - claim.now or -1,
    policies.counted(s, claim.policy, claim.now, phase ~= PHASES.OPEN), lockout.attempts_held(claim), pending and s.wrong or 0,
    locked and s.reason or '', s.label, claim.now - since,
    policies.levels(s, claim.policy, claim.now), claim.now - (locked and min(since, s.cause) or since),
    locked and s.first or 0,
  }
end

-- Says of the key what is so afterwards.
local function told(change)
  return function(claim, lockout)
    change(claim, lockout)
    return lockout.peek(claim)
  end
end

return {
  state = state, lock = told(lock), unlock = told(unlock), restore = told(restore),
  admit = function(claim, lockout)
    local admitted = admit(claim, lockout)
    lockout.save(claim)
    return { admitted and 1 or 0 }
  end,
}
