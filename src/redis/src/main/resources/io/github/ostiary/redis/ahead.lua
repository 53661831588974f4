-- The permits that nodes have taken ahead of a log, to admit from without a call. Says what AheadBook.java says, and why.
--
-- A node's part has an end, by the log's clock, and a balance. What it reports as used is logged when it is reported; what is
-- left at the end is logged at the end, used or not. Until then the balance counts as used. So each use is counted from
-- before it happened until a window after it, and any window holds at most `limit`.
--
-- Kept in the log's note, see sliding-log.lua: per part ' <holder> <end> <left> <used> <returned>', the latter two being all that
-- the holder has ever reported, so that a report that comes late, or twice, changes nothing.

local gmatch, format, floor, max, min = string.gmatch, string.format, math.floor, math.max, math.min

-- One request takes no more than this part of what is free: close to the limit nodes ask for each permit.
local PART = 10

-- So soon a denial is asked about again while a part is out: it may come back at any time before its end.
local SOON = 250000

local function read(text)
  local parts = {}
  for holder, ends, left, used, returned in gmatch(text, ' (%S+) (%d+) (%d+) (%d+) (%d+)') do
    parts[#parts + 1] = { holder = holder, ends = ends + 0, left = left + 0, used = used + 0, returned = returned + 0 }
  end
  return parts
end

local function write(parts)
  local text = ''
  for _, part in ipairs(parts) do
    text = text .. format(' %s %d %d %d %d', part.holder, part.ends, part.left, part.used, part.returned)
  end
  return text
end

local function left(parts)
  local sum = 0
  for _, part in ipairs(parts) do sum = sum + part.left end
  return sum
end

-- Takes out what has ended, and returns it, the earliest first; nothing if nothing has.
local function ended(parts, at)
  local over
  for i = #parts, 1, -1 do
    if parts[i].ends <= at then
      over = over or {}
      over[#over + 1] = table.remove(parts, i)
    end
  end
  if over then table.sort(over, function(one, other) return one.ends < other.ends end) end
  return over
end

local function find(parts, holder)
  for i, part in ipairs(parts) do
    if part.holder == holder then return part, i end
  end
end

-- Takes note of what a holder has used and returned; says how many permits it newly reports as used.
local function report(parts, ahead)
  local part = find(parts, ahead.holder)
  if not part then return 0 end
  local used = min(part.left, max(0, ahead.used - part.used))
  part.left, part.used = part.left - used, max(part.used, ahead.used)
  local returned = min(part.left, max(0, ahead.returned - part.returned))
  part.left, part.returned = part.left - returned, max(part.returned, ahead.returned)
  return used
end

-- Gives a holder more, if there is room, and all it has until a new end; nothing to one that has returned more since.
local function grant(parts, ahead, at, room)
  local part, i = find(parts, ahead.holder)
  if not part then
    part, i = { holder = ahead.holder, ends = 0, left = 0, used = ahead.used, returned = ahead.returned }, #parts + 1
    parts[i] = part
  end
  if ahead.returned < part.returned then return end
  part.left = part.left + max(0, min(ahead.wanted - part.left, floor(room / PART)))
  part.ends = at + ahead.life
  if part.left == 0 then table.remove(parts, i) end
end

local function held(parts, holder)
  local part = find(parts, holder)
  return part and part.left or 0
end

-- When the first and the last part ends.
local function ends(parts)
  local first, last = parts[1].ends, parts[1].ends
  for _, part in ipairs(parts) do first, last = min(first, part.ends), max(last, part.ends) end
  return first, last
end

return {
  read = read, write = write, left = left, ended = ended, report = report, grant = grant, held = held, ends = ends, SOON = SOON,
}
