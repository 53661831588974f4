-- Decides the claims of one decision together, of whatever kinds they are: check all, then commit all.
--
-- A kind's module says what can be done with a claim of it. All have `look`, which reads all there is and writes nothing,
-- so that a decision that meets a foreign type has written nothing yet; for a decision it finds out whether the claim
-- passes. Then comes what an operation calls for.

local function read(form, keys, key, words, at)
  local claims = {}
  for i = 1, #form do
    local terms = form[i]
    local claim = terms.read(terms, keys[key + i - 1], words, at)
    claim.counter = use(terms.kind)
    claims[i] = claim
    at = at + terms.own
  end
  return claims
end

-- Most decisions have one claim, whose verdict is the answer.
local function append(all, verdict)
  if not all then return verdict end
  if verdict then
    for i = 1, #verdict do all[#all + 1] = verdict[i] end
  end
  return all
end

local function rule(claim)
  return string.match(claim.key, '}:([^:]+):[^:]*$')
end

-- An address that is denied begins no counters of keys it makes up: those of the rule that denies it.
local function vain(claim, claims)
  if not (claim.terms.counts_denied or claim.terms.fills) or redis.call('EXISTS', claim.key) == 1 then return false end
  for _, other in ipairs(claims) do
    if other ~= claim and not other.passes and not other.terms.shadow and rule(other) == rule(claim) then return true end
  end
  return false
end

local function decide(claims, now, admitted)
  for i = 1, #claims do
    local claim = claims[i]
    claim.counter.look(claim, now, true)
    admitted = admitted and (claim.passes or claim.terms.shadow)
  end
  local verdicts
  for i = 1, #claims do
    local claim = claims[i]
    local action = 'leave'
    if admitted and claim.passes and not claim.terms.looks then
      action = 'take'
    elseif vain(claim, claims) then
      action = 'peek'
    elseif claim.terms.counts_denied then
      action = 'note'
    end
    verdicts = append(verdicts, claim.counter[action](claim, now))
  end
  return verdicts or {}
end

return function(form, keys, key, words, at, now)
  local operation, claims = form.operation, read(form, keys, key, words, at)
  if operation == 'decide' or operation == 'deny' then return decide(claims, now, operation == 'decide') end
  if operation == 'reset' or operation == 'give_back' then
    local act = use('forgotten')[operation]
    for _, claim in ipairs(claims) do
      if claim.terms.first then claim.counter.check(claim, now) end
    end
    for _, claim in ipairs(claims) do act(claim, now) end
    return {}
  end
  for _, claim in ipairs(claims) do claim.counter.look(claim, now) end
  local verdicts
  for _, claim in ipairs(claims) do verdicts = append(verdicts, claim.counter[operation](claim, now)) end
  return verdicts or {}
end
