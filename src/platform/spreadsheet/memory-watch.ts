/**
 * A thread beside the one that reads a file: ends the process when it takes too much memory. A limit set from
 * outside (ulimit) would count the address space, of which the runtime reserves far more than it uses.
 */
const MOST_BYTES = 640 * 1024 * 1024;
const EVERY_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
