-- A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().

-- What the bot knows about a game. Add whatever else your bot needs.
local function new_game()
  return {
    points = {}, -- what cards cost; cards without an entry cost nothing
    trick = {}, -- the cards of this trick, in the order played
  }
end

-- Returns any n of the words. All of them are legal. This is the function to change.
local function choose(kind, n, words, game)
  if kind == "play" or kind == "pass" then
    local weight = {}
    for _, card in ipairs(words) do
      local rank = ("X23456789TJQKA"):find(card:sub(1, 1), 1, true) or 0
      weight[card] = rank + 4 * (game.points[card] or 0) + math.random() -- a random part breaks ties
    end
    local led = game.trick[1]
    local heavy_first = kind == "pass" or (led and led:sub(2) ~= words[1]:sub(2))
    table.sort(words, function(a, b)
      if heavy_first then
        a, b = b, a
      end
      return weight[a] < weight[b]
    end)
  end
  return table.move(words, 1, n, 1, {}) -- other questions: the first words are always safe
end

local game = new_game()
for line in io.lines() do
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  local verb = words[1]
  if verb == "hello" then
    print("ready")
  elseif verb == "game" then -- forget everything: answers may depend only on this game
    game = new_game()
    math.randomseed(tonumber(line:match("botseed=(%d+)")) or 0) -- use no other random numbers
  elseif verb == "points" then -- points QS=13 2H=1 ...
    game.points = {}
    for card, cost in line:gmatch("(%S+)=(%S+)") do
      game.points[card] = tonumber(cost)
    end
  elseif verb == "trick" then -- trick NUMBER lead=SEAT
    game.trick = {}
  elseif verb == "play" then -- play SEAT CARD
    table.insert(game.trick, words[3])
  elseif verb == "ask" then -- ask ID KIND N MOVE BANK : WORD ...
    local colon = 5
    while words[colon] ~= ":" do
      colon = colon + 1
    end
    local offered = table.move(words, colon + 1, #words, 1, {})
    print(words[2] .. " " .. table.concat(choose(words[3], tonumber(words[4]), offered, game), " "))
  elseif verb == "quit" then
    break
  end
  io.flush() -- a newline does not flush a pipe
end
