-- The networks that a key's successes came from, oldest success first. Says what KnownNetworks.java says.
--
-- One of them: itself, when the last success came from there, how many failures since, how the name was written.

local MOST = 16
local max, remove = math.max, table.remove

local function at(list, network, spelling)
  for i, known in ipairs(list) do
    if known[1] == network and known[4] == spelling then return i end
  end
end

local function written(list, spelling)
  local count, first = 0, nil
  for i, known in ipairs(list) do
    if known[4] == spelling then count, first = count + 1, first or i end
  end
  return count, first
end

-- Forgets the oldest network of the spelling that has the most, the asking one first; false if none has two.
local function make_room(list, spelling)
  local own, first = written(list, spelling)
  local place, most = nil, max(1, own - 1)
  for i, known in ipairs(list) do
    local count = written(list, known[4])
    if count > most then place, most = i, count end
  end
  if place and most == own then place = first end
  if place then remove(list, place) end
  return place
end

-- How many failures a network may still have: 0 if it is not known.
local function left(state, policy, now, network, spelling)
  local known = policy.exempt > 0 and network ~= '' and state.networks[at(state.networks, network, spelling) or 0]
  return known and now - known[2] < policy.exempt and policy.lowest - known[3] or 0
end

local function failed(state, policy, network, spelling)
  local list = state.networks
  local i = at(list, network, spelling)
  if not i then return end
  list[i][3] = list[i][3] + 1
  if list[i][3] >= policy.lowest then remove(list, i) end
end

local function succeeded(state, now, network, spelling)
  local list = state.networks
  local i = at(list, network, spelling)
  if i then remove(list, i) end
  if #list < MOST or make_room(list, spelling) then list[#list + 1] = { network, now, 0, spelling } end
end

-- 1 if a success came from a network under a spelling, 2 if others came from elsewhere, else 3.
local function standing(state, policy, now, network, spelling)
  local standing = 3
  for _, known in ipairs(network ~= '' and state.networks or {}) do
    if now - known[2] < policy.exempt then
      if known[1] == network and known[4] == spelling then return 1 end
      standing = 2
    end
  end
  return standing
end

return { standing = standing, left = left, failed = failed, succeeded = succeeded }
