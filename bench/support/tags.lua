-- Prints when the last response with each ETag arrived: on a new ETag, and for each response with an older ETag.
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long us; } bench_time; int gettimeofday(bench_time *, void *);')
local now = ffi.new('bench_time')
local newest, at, known = nil, 0, {}

local function report(tag, when) io.write(string.format('tag %s %.0f\n', tag, when)) end

response = function(status, headers)
  ffi.C.gettimeofday(now, nil)
  local when = tonumber(now.s) * 1000 + tonumber(now.us) / 1000
  local tag = headers['etag'] or headers['ETag'] or headers['Etag'] or tostring(status)
  if tag ~= newest then
    if known[tag] then return report(tag, when) end
    if newest then report(newest, at) end
    known[tag] = true
    newest = tag
    report(tag, when)
  end
  at = when
end

done = function(summary)
  local errors = summary.errors
  io.write(string.format('\nresponses %d\nfaults %d\n', summary.requests,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
