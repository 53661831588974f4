-- A counter's own clock: the server's, but for steps back. Says what KeyClock.java says, and why.
--
-- `noted` is how far time has got: when something was last done, or, while there is an offset, when the key was last
-- denied. Behind it by up to a second time stands still there; further behind, it goes on by an offset, until the
-- server's clock has caught up.

local FREEZE, LONGEST_UNDONE, NOTES_PER_STEP = 1000000, 7 * 86400 * 1e6, 4

-- The time by the counter's clock, the offset to keep, and how much later by the server's clock something may end.
local function read(server, noted, offset)
  local now, kept = server, 0
  if server < noted then
    if server < noted - FREEZE then kept = offset end
    now = math.max(noted, server + kept)
    if server + offset < noted - FREEZE then kept = noted - server end
  end
  return now, kept, now - server - kept + math.min(kept, LONGEST_UNDONE)
end

-- Whether that must be kept although nothing is done.
local function worth_noting(now, kept, noted, offset)
  return kept ~= offset or kept > 0 and now - noted >= math.floor(kept / NOTES_PER_STEP)
end

return { read = read, worth_noting = worth_noting }
