-- Decides many decisions, each over many claims, in one call.
--
-- KEYS: one per claim, in order.
-- ARGV: the forms of these decisions, in one word, see forms.lua; then per decision the number of its form, if that begins what
--   is held until when it is meant, by the server's clock, us, and per claim the words that only it has: see `read` in its
--   kind's module.
--   operations: decide; deny (decide, but never admit); peek; reset; and what else a kind's module can do
-- Returns one array per decision, six integers per claim: passed, remaining, retry us, reset us, admissible, change us
-- (-1: never), and a seventh: the permits its node has ahead, where a claim says what that has, or when this is said, us, where a
-- claim may wait; bar what kinds' modules say
-- instead; or LATE, if nothing was done since nobody waits for it any more; or an error's text: scripts do not roll back, so each decision reads all its keys, and so meets a foreign type,
-- before it writes any, and one that fails does not take the others along.
-- After them the server's time, us, but where all were decided the short way.

local function decide(keys, words)
  local now, forms = use('clock').clock(), use('forms')(words[1])
  local replies, key, at, tells = {}, 1, 2, false
  while words[at] do
    local form = forms[words[at]]
    local line, ok, reply = form.line, true, nil
    local own = at + (form.begins and 2 or 1)
    if form.begins and now > words[at + 1] + 0 then reply = 'LATE' end
    if line then ok, reply = pcall(line, form[1], keys[key], now) end
    if ok and not reply then ok, reply = pcall(use('claims'), form, keys, key, words, own, now) end
    if not ok then reply = type(reply) == 'table' and reply.err or tostring(reply) end
    replies[#replies + 1] = reply
    key, at, tells = key + #form, own + form.own, tells or not (line and ok)
  end
  if tells then replies[#replies + 1] = now end
  return replies
end

-- The same text is a script and, where servers have them, a library of one function: what it has made, and the forms it has
-- read, are there for the next call.
if redis.register_function then
  redis.register_function('OSTIARY_FUNCTION', decide)
else
  return decide(KEYS, ARGV)
end
