-- The forms of decisions: their operation and, per claim, what its rule says. A rule's figures so travel once per call,
-- however many decisions are about it, and are read once; where this is kept between calls, once for all of them.
--
-- All forms of a call are one word, semicolons between them. A form: the operation, then per claim, after a comma, the
-- letter of its kind and its terms; see charges.lua, leases.lua and lockout-policy.lua. Decisions name their forms by
-- number, from 1.

local gmatch, format = string.gmatch, string.format

-- How many forms, and calls of few forms, are kept before all are read again: those of some hundred rules.
local MOST_KEPT, FEW = 1000, 8
local MONTH = 31 * 86400 * 1e6

local READERS = { C = 'leases', K = 'lockout' }

local function terms(text)
  local words = {}
  for word in gmatch(text, '%S+') do words[#words + 1] = tonumber(word) or word end
  return use(READERS[words[1]] or 'charges').terms(words)
end

-- The short way to decide one permit, now, of one limit without frills.
local function line(form)
  local one = form[1]
  if form.operation == 'decide' and #form == 1 and form.own == 0 and one.interval == 0
      and not one.counts_denied and not one.fills and not one.looks then
    if one.kind == 'sliding-log' then return one.window <= MONTH and use('plain-log') end
    return use(one.kind).line
  end
end

-- What is begun late begins again what has ended, so its asker says until when it waits.
local function begins(form, one)
  return (form.operation == 'decide' or form.operation == 'keep') and (one.kind == 'lockout' or one.kind == 'leases' or one.held)
end

local function read(text)
  local form = { own = 0 }
  for part in gmatch(text, '[^,]+') do
    if form.operation then
      local one = terms(part)
      form[#form + 1], form.own, form.begins = one, form.own + one.own, form.begins or begins(form, one)
    else
      form.operation = part
    end
  end
  form.line = line(form)
  return form
end

local kept, calls, count = {}, {}, 0

local function make_room()
  if count == MOST_KEPT then kept, calls, count = {}, {}, 0 end
  count = count + 1
end

local function read_all(text)
  local forms, number = {}, 0
  for one in gmatch(text, '[^;]+') do
    local form = kept[one]
    if not form then
      form = read(one)
      make_room()
      kept[one] = form
    end
    number = number + 1
    forms[format('%d', number)] = form
  end
  if number <= FEW then
    make_room()
    calls[text] = forms
  end
  return forms
end

-- By their numbers, as decisions write them.
return function(text)
  return calls[text] or read_all(text)
end
