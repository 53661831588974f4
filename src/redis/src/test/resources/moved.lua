-- Runs before a script: its `redis` is one whose clock is a key. Ends are in ms, as the server rounds them.
local function unmoved() return redis end
local redis = (function()
  -- While a library is loaded there is nothing to call yet: the real one is looked for when something is called.
  local server = {
    call = function(...) return unmoved().call(...) end,
    pcall = function(...) return unmoved().pcall(...) end,
  }
  local clock, ends = 'CLOCK:clock', 'CLOCK:ends'

  local function now() return tonumber(server.call('GET', clock)) end

  local function lives(key, milliseconds)
    server.call('ZADD', ends, string.format('%.0f', math.floor(now() / 1000) + milliseconds), key)
    server.call('PERSIST', key)
  end

  local function left(key)
    local at = server.call('ZSCORE', ends, key)
    if not at then return server.call('PTTL', key) end
    return tonumber(at) - math.floor(now() / 1000)
  end

  -- What the server has done, it has done: only its end is kept elsewhere.
  local function note(command, words, reply)
    local key = words[1]
    if command == 'PEXPIRE' or command == 'EXPIRE' then
      if reply == 1 then lives(key, words[2] * (command == 'EXPIRE' and 1000 or 1)) end
    elseif command == 'SET' and reply then
      server.call('ZREM', ends, key)
      for i = 3, #words - 1 do
        local option = string.upper(words[i])
        if option == 'PX' then lives(key, tonumber(words[i + 1])) end
        if option == 'EX' then lives(key, 1000 * words[i + 1]) end
        assert(option ~= 'KEEPTTL', 'not known here')
      end
    else
      assert(not string.find(command, 'EXPIREAT') and not string.find(command, 'SETEX'), 'not known here')
      for _, word in ipairs(command == 'DEL' and words or {key}) do
        if server.call('EXISTS', word) == 0 then server.call('ZREM', ends, word) end
      end
    end
  end

  local function moved(call)
    return function(name, ...)
      local command, words = string.upper(name), {...}
      if command == 'TIME' then
        local micros = now()
        return {string.format('%.0f', math.floor(micros / 1000000)), string.format('%.0f', micros % 1000000)}
      end
      if command == 'PTTL' then return left(words[1]) end
      assert(command ~= 'TTL', 'not known here')
      local reply = call(name, ...)
      if words[1] then note(command, words, reply) end
      return reply
    end
  end

  return {
    call = moved(server.call), pcall = moved(server.pcall), register_function = unmoved().register_function,
  }
end)()
