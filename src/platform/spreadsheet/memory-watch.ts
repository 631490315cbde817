/**
 * A worker thread that kills the process when it uses too much memory. `ulimit` cannot be used: it limits the address
 * space, of which the runtime reserves far more than it uses.
 */
const MEMORY_LIMIT_BYTES = 640 * 1024 * 1024;
const CHECK_INTERVAL_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES) process.kill(process.pid, 'SIGKILL');
}, CHECK_INTERVAL_MS);
