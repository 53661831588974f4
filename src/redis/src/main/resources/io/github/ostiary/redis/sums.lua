-- Adds up what nodes count, each thing once, see store/SharedState.
--
-- KEYS: 1 the sums by name and their epoch, a hash; 2 what is another when all should ask; the others are marks, one for each
--   count, with what was counted under it.
-- ARGV: 1 what is changed to, 2 whether all should ask, 3 how many sums are gone, and their names; of each mark the ms that it
--   stays, or 0 to take back what was counted, and by how much which sums grow; then the names that are asked for, none for all.

local call, sums, version = redis.call, KEYS[1], KEYS[2]
local KEPT, VERSION_KEPT, EPOCH = 26 * 3600000, 31 * 86400000, 'epoch'
local at, grown = 4 + ARGV[3], {}
local epoch = call('HGET', sums, EPOCH) -- before anything is written: it may be a foreign key

local function grow(text, sign)
  for name, by in string.gmatch(text, '(%S+) (%S+)') do grown[name] = (grown[name] or 0) + sign * by end
end

if at > 4 then call('HDEL', sums, unpack(ARGV, 4, at - 1)) end
local changed = false
for i = 3, #KEYS do
  local keep, text = ARGV[at], ARGV[at + 1]
  if keep == '0' then
    local counted = call('GET', KEYS[i])
    if counted then
      call('DEL', KEYS[i])
      grow(counted, -1)
      changed = true
    end
  elseif call('SET', KEYS[i], text, 'NX', 'PX', keep) then
    grow(text, 1)
    changed = true
  end
  at = at + 2
end
for name, by in pairs(grown) do
  if call('HINCRBY', sums, name, by) == 0 then call('HDEL', sums, name) end
end
if changed then
  if not epoch then
    epoch = ARGV[1]
    call('HSET', sums, EPOCH, epoch)
  end
  call('PEXPIRE', sums, KEPT)
  if ARGV[2] == '1' then call('SET', version, ARGV[1], 'PX', VERSION_KEPT) end
end

local told = {epoch or ''}
local function tell(name, value)
  if value and name ~= EPOCH then
    told[#told + 1] = name
    told[#told + 1] = value
  end
end
if at > #ARGV then
  local all = call('HGETALL', sums)
  for i = 1, #all, 2 do tell(all[i], all[i + 1]) end
else
  for i, value in ipairs(call('HMGET', sums, unpack(ARGV, at))) do tell(ARGV[at + i - 1], value) end
end
return told
