// A separate process, so that the load generator's work does not delay its clock. Replies are in ms.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = 0, serverPid = 0] = process.argv.slice(2, 4).map(Number);
const REQUEST = `GET ${process.argv[4]} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const PAUSE_MS = 2;

let delaysMs: number[] = [];
let sentAt = 0;
let pendingReplies = 0;

/** How long the server's main thread and this process have waited for a CPU. Only Linux reports it. */
const cpuWaitMs = () =>
  [serverPid, process.pid].reduce((sum, pid) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
let cpuWaitBeforeMs = 0;

function open() {
  const socket = connect(port, '127.0.0.1', () => socket.setNoDelay(true));
  const sendRequest = () => {
    cpuWaitBeforeMs = cpuWaitMs();
    sentAt = performance.now();
    socket.write(REQUEST);
  };
  socket.on('connect', sendRequest);
  socket.on('data', () => {
    const delay = performance.now() - sentAt;
    delaysMs.push(delay - (cpuWaitMs() - cpuWaitBeforeMs));
    for (; pendingReplies > 0; pendingReplies--) {
      delaysMs.sort((a, b) => a - b);
      process.send?.({ longest: delaysMs.at(-1), p99: delaysMs[Math.floor(delaysMs.length * 0.99)] });
      delaysMs = [];
    }
    setTimeout(sendRequest, PAUSE_MS);
  });
  socket.on('error', () => {});
  socket.on('close', () => setTimeout(open, PAUSE_MS));
}

// Reply with the next response: the one in flight may have been sent before the server was free again.
process.on('message', () => pendingReplies++);
process.on('disconnect', () => process.exit());
open();
