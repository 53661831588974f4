-- Runs each command of the other scripts once, as one call at the start of a node, and answers which failed and how:
-- { command, error, command, error, … }. Servers before 7.2 do not say at which command of a script a right was missing.
-- Each command finds the key as it needs it, and none is left behind.

local key, failed = KEYS[1], {}

local function note(command, said)
  if type(said) == 'table' and said.err then
    failed[#failed + 1] = command
    failed[#failed + 1] = said.err
  end
end

local function try(command, ...)
  note(command, redis.pcall(command, key, ...))
end

note('TIME', redis.pcall('TIME'))
try('SET', '1', 'PX', '1000')
try('GET')
try('EXISTS')
try('PTTL')
try('PEXPIRE', '1000')
try('DEL')

try('HSET', 'a', '1')
try('HINCRBY', 'a', '1')
try('HGET', 'a')
try('HMGET', 'a')
try('HGETALL')
try('HLEN')
try('HSTRLEN', 'a')
try('HDEL', 'a')

try('RPUSH', 'a')
try('LPUSH', 'b')
try('LLEN')
try('LINDEX', '0')
try('LRANGE', '0', '0')
try('LSET', '0', 'a')
try('LTRIM', '0', '1')
try('LPOP')
try('RPOP')

try('ZADD', '1', 'a')
try('ZCARD')
try('ZCOUNT', '0', '1')
try('ZRANGE', '0', '0')
try('ZRANGEBYSCORE', '0', '1')
try('ZSCORE', 'a')
try('ZREMRANGEBYSCORE', '2', '3')
try('ZREM', 'a')

redis.pcall('DEL', key)
return failed
