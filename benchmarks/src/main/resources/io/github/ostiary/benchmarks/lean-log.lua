-- The least that is an exact sliding log which knows what is left: a list of microseconds, trimmed when its head has
-- left, kept for two windows from then on.
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local head = redis.call('LINDEX', key, 0)
local due = not head
while head and now - head >= window do
  local left, some = 0, redis.call('LRANGE', key, 0, 31)
  while some[left + 1] and now - some[left + 1] >= window do left = left + 1 end
  redis.call('LTRIM', key, left, -1)
  head, due = some[left + 1], true
  if left == 32 then head = redis.call('LINDEX', key, 0) end
end
local used = redis.call('LLEN', key)
if used >= limit then return {0, 0, window - (now - head)} end
redis.call('RPUSH', key, string.format('%.0f', now))
if due then redis.call('PEXPIRE', key, math.ceil(window / 500)) end
return {1, limit - used - 1, head and window - (now - head) or window}
