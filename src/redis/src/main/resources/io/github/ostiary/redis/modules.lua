-- What is needed of this is made when it is first asked for, one file each: a call pays for what it uses. Where the
-- whole is a library of functions, what was made is there for the next call, too.

local made = {}
local make

local function use(name)
  local module = made[name]
  if module == nil then
    module = make(name)
    made[name] = module
  end
  return module
end
