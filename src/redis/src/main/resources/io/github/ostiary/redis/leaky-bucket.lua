-- GCRA: a bucket of `burst` permits that leaks at the rate; what would overflow is denied. Says what LeakyBucket.java
-- says. State: see level.lua; the level times the time of one permit is the theoretical arrival time minus now.
--
-- Worked: 1/1s, burst 5: five pass at once, the sixth waits 1 s.

local level = use('level')

local function settle(charge)
  if charge.fresh then
    charge.state[level.WHOLE], charge.state[level.PART], charge.state[level.AT] = 0, 0, charge.now
  end
  level.settle(charge)
end

return use('packed')({
  settle = settle, wait = level.wait, add = level.add, attempt = level.attempt, drop = level.drop, leaks = true,
  counting = level.counting,
})
