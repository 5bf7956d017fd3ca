-- Sends the lines of the file that BODIES names in turn; tells what came of it as one line of JSON.
-- A line is a body for the path of the command line, or a path, a tab and a body. Each thread begins at another place of the file.
local requests = {}
local turn = 0
local threads = 0

function setup(thread)
  thread:set("turn", threads * 37)
  threads = threads + 1
end

function init(args)
  local headers = { ["content-type"] = "application/json" }
  for line in io.lines(os.getenv("BODIES")) do
    local path, body = line:match("^(/[^\t]*)\t(.*)$")
    requests[#requests + 1] = wrk.format("POST", path, headers, body or line)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency, times)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\n{"requests": %d, "seconds": %.6f, "failed": %d, "median": %.6f, "p99": %.6f, "slowest": %.6f}\n',
    summary.requests, summary.duration / 1e6, failed, latency:percentile(50) / 1e6, latency:percentile(99) / 1e6, latency.max / 1e6))
end
