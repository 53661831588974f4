-- The algorithms are modules, one file each, made when a charge first asks for them: a call pays for what it uses.

local modules, made = {}, {}

local function use(name)
  if not made[name] then made[name] = modules[name]() end
  return made[name]
end
