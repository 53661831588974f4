-- Keeps texts that nodes share, see store/SharedState. Never on a request's path, so it is a script of its own.
--
-- KEYS: 1 the ends of entries by name, a sorted set in ms since the epoch; 2 their texts, a hash; 3 what is
--   another after every change; 4 the lines, the newest first, each as its time in us, its end in ms, its text.
-- ARGV: 1 the operation, 2 how many there may be, 3 what is changed to; the others as each operation says.
-- All keys end by themselves, when the last text in them does.

local call, format = redis.call, string.format
local ends, texts, version, lines = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, PURGED, KEPT = tonumber(ARGV[2]), 500, 31 * 86400000

-- No node writes a longer text; who else writes here is not handed on to nodes.
local LONGEST = 65536

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

-- The version stays although nothing else does: who knows of entries where there is none knows that they were lost.
local function changed()
  call('SET', version, ARGV[3], 'PX', whole(KEPT))
  local last = call('ZRANGE', ends, -1, -1, 'WITHSCORES')
  if not last[1] then return end
  local left = whole(last[2] - now + 1)
  call('PEXPIRE', ends, left)
  call('PEXPIRE', texts, left)
end

local function entry(name)
  local at = call('ZSCORE', ends, name)
  if not at or tonumber(at) < now then return {} end
  local text = call('HSTRLEN', texts, name) <= LONGEST and call('HGET', texts, name) or ''
  return {name, text, whole((at - now) * 1000)}
end

-- ARGV from there: ms that they stay, how many there may be, and texts, the oldest first.
local function append(from)
  local last = now + ARGV[from]
  for i = from + 2, #ARGV do
    call('LPUSH', lines, whole(micros) .. ' ' .. whole(last) .. ' ' .. ARGV[i])
  end
  call('LTRIM', lines, 0, ARGV[from + 1] - 1)
  for _ = 1, PURGED do
    local oldest = call('LINDEX', lines, -1)
    if not oldest or tonumber(string.match(oldest, '^%d+ (%d+) ')) >= now then break end
    call('RPOP', lines)
  end
  call('PEXPIRE', lines, whole(ARGV[from] + 1))
end

local operations = {}

-- 4 how many entries, and of each the name, the text, ms that it stays; then what is appended, if anything is.
function operations.put()
  local after = 5 + 3 * ARGV[4]
  if ARGV[after] then append(after) end
  drop(ended(0, PURGED))
  for i = 5, after - 1, 3 do
    call('ZADD', ends, whole(now + ARGV[i + 2]), ARGV[i])
    call('HSET', texts, ARGV[i], ARGV[i + 1])
  end
  local over = call('ZCARD', ends) - most
  if over > 0 then drop(call('ZRANGE', ends, 0, math.min(over, PURGED) - 1)) end
  changed()
  return 1
end

-- 4 the name.
function operations.get() return entry(ARGV[4]) end

-- 4 the name.
function operations.remove()
  local there = #entry(ARGV[4]) > 0
  drop({ARGV[4]})
  changed()
  return there and 1 or 0
end

-- How many is all it takes.
function operations.entries()
  local found = {}
  for _, name in ipairs(call('ZRANGEBYSCORE', ends, whole(now), '+inf', 'LIMIT', 0, most)) do
    found[#found + 1] = entry(name)
  end
  return found
end

-- 4 what is appended.
function operations.append()
  append(4)
  return 1
end

-- How many is all it takes.
function operations.lines()
  local found = {}
  for _, line in ipairs(call('LRANGE', lines, 0, most - 1)) do
    local at, last, text = string.match(line, '^(%d+) (%d+) (.*)$')
    if at and tonumber(last) >= now and #text <= LONGEST then
      found[#found + 1] = whole(micros - at)
      found[#found + 1] = text
    end
  end
  return found
end

return operations[ARGV[1]]()
