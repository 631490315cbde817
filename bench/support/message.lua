-- Each message goes to the owner of another ad. The file has a line `token ad` for each member.
dofile(debug.getinfo(1, 'S').source:match('@(.*/)') .. 'wrk.lua')

local requests = {}
local turn = 0

function init(args)
  for line in io.lines(args[1]) do
    local token, ad = line:match('(%S+) (%S+)')
    requests[#requests + 1] = wrk.format('POST', nil, {
      ['authorization'] = 'Bearer ' .. token,
      ['content-type'] = 'application/json',
    }, '{"announcement_id":"' .. ad .. '","message_text":"Hej! Är startplatsen kvar?"}')
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
