-- The token bucket: `burst` tokens, refilled smoothly or by whole windows. Says what TokenBucket.java says. State: see
-- level.lua; `at` is the anchor of the interval. A bucket never used holds `initial` tokens (terms.extra).
--
-- Worked: 2/1s by interval, burst 5, emptied at 0 s: two tokens at 1 s, two more at 2 s.

local level = use('level')

local function settle(charge)
  local terms = charge.terms
  if charge.fresh then
    local state = charge.state
    state[level.WHOLE], state[level.PART], state[level.AT] = terms.capacity - terms.extra, 0, charge.now
  end
  if terms.by_interval then level.settle_by_interval(charge) else level.settle(charge) end
end

local function wait(charge, permits)
  return (charge.terms.by_interval and level.wait_by_interval or level.wait)(charge, permits)
end

local function counting(charge)
  return (charge.terms.by_interval and level.counting_by_interval or level.counting)(charge)
end

return use('packed')({
  settle = settle, wait = wait, add = level.add, attempt = level.attempt, drop = level.drop, leaks = true,
  counting = counting,
})
