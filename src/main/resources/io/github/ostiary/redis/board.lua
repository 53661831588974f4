-- Keeps texts that nodes share, see store/Board. Never on a request's path, so it is a script of its own.
--
-- KEYS: 1 the ends of notices by name, a sorted set in ms since the epoch; 2 their texts, a hash; 3 what is
--   another after every change; 4 the lines, the newest first, each as its time in us, its end in ms, its text.
-- ARGV: 1 the operation, 2 how many there may be, 3 what is changed to; the others as each operation says.
-- All keys end by themselves, when the last text in them does.

local call, format = redis.call, string.format
local ends, texts, version, lines = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, PURGED, KEPT = tonumber(ARGV[2]), 500, 31 * 86400000

local function whole(number) return format('%.0f', number) end

local time = call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)

local function drop(names)
  for _, name in ipairs(names) do
    call('ZREM', ends, name)
    call('HDEL', texts, name)
  end
end

-- A text lives through the millisecond its lifetime leads to.
local function ended(from, to)
  return call('ZRANGEBYSCORE', ends, '-inf', whole(now - 1), 'LIMIT', from, to)
end

-- The version stays although nothing else does: who knows of notices where there is none knows that they were lost.
local function changed()
  call('SET', version, ARGV[3], 'PX', whole(KEPT))
  local last = call('ZRANGE', ends, -1, -1, 'WITHSCORES')
  if not last[1] then return end
  local left = whole(last[2] - now + 1)
  call('PEXPIRE', ends, left)
  call('PEXPIRE', texts, left)
end

local function notice(name)
  local at = call('ZSCORE', ends, name)
  if not at or tonumber(at) < now then return {} end
  return {name, call('HGET', texts, name), whole((at - now) * 1000)}
end

local operations = {}

-- 4 the name, 5 the text, 6 ms that it stays; and so on.
function operations.put()
  drop(ended(0, PURGED))
  for i = 4, #ARGV, 3 do
    call('ZADD', ends, whole(now + ARGV[i + 2]), ARGV[i])
    call('HSET', texts, ARGV[i], ARGV[i + 1])
  end
  local over = call('ZCARD', ends) - most
  if over > 0 then drop(call('ZRANGE', ends, 0, math.min(over, PURGED) - 1)) end
  changed()
  return 1
end

-- 4 the name.
function operations.get() return notice(ARGV[4]) end

-- 4 the name.
function operations.remove()
  local there = #notice(ARGV[4]) > 0
  drop({ARGV[4]})
  changed()
  return there and 1 or 0
end

-- How many is all it takes.
function operations.notices()
  local found = {}
  for _, name in ipairs(call('ZRANGEBYSCORE', ends, whole(now), '+inf', 'LIMIT', 0, most)) do
    found[#found + 1] = notice(name)
  end
  return found
end

-- 4 ms that they stay; the others are texts, the oldest first.
function operations.append()
  local last = now + ARGV[4]
  for i = 5, #ARGV do
    call('LPUSH', lines, whole(micros) .. ' ' .. whole(last) .. ' ' .. ARGV[i])
  end
  call('LTRIM', lines, 0, most - 1)
  for _ = 1, PURGED do
    local oldest = call('LINDEX', lines, -1)
    if not oldest or tonumber(string.match(oldest, '^%d+ (%d+) ')) >= now then break end
    call('RPOP', lines)
  end
  call('PEXPIRE', lines, whole(ARGV[4] + 1))
  return 1
end

-- How many is all it takes.
function operations.lines()
  local found = {}
  for _, line in ipairs(call('LRANGE', lines, 0, most - 1)) do
    local at, last, text = string.match(line, '^(%d+) (%d+) (.*)$')
    if at and tonumber(last) >= now then
      found[#found + 1] = at
      found[#found + 1] = text
    end
  end
  return found
end

return operations[ARGV[1]]()
