/**
 * A worker thread that kills the process when it uses too much memory or processor time. `ulimit` cannot be used: it
 * limits the address space, of which the runtime reserves far more than it uses.
 */
const MEMORY_LIMIT_BYTES = 640 * 1024 * 1024;
const CPU_LIMIT_MICROSECONDS = 15_000_000;
const CHECK_INTERVAL_MS = 20;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES || user + system > CPU_LIMIT_MICROSECONDS)
    process.kill(process.pid, 'SIGKILL');
}, CHECK_INTERVAL_MS);
