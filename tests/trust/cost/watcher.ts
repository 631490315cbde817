// A process of its own that asks for /api/health again and again, so that no work of the attacker delays its clock.
// On each message it replies with the longest delay since the last one, in ms.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = 0, server = 0] = process.argv.slice(2).map(Number);
const REQUEST = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const PAUSE = 2;

let longest = 0;
let sentAt = 0;
let replies = 0;

/** How long the server's main thread and this one have waited for a core, in ms: others' doing. Only Linux knows. */
const waited = () =>
  [server, process.pid].reduce((sum, pid) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
let waitedBefore = 0;

function open() {
  const socket = connect(port, '127.0.0.1', () => socket.setNoDelay(true));
  const ask = () => {
    waitedBefore = waited();
    sentAt = performance.now();
    socket.write(REQUEST);
  };
  socket.on('connect', ask);
  socket.on('data', () => {
    const delay = performance.now() - sentAt;
    longest = Math.max(longest, delay - (waited() - waitedBefore));
    for (; replies > 0; replies--) {
      process.send?.(longest);
      longest = 0;
    }
    setTimeout(ask, PAUSE);
  });
  socket.on('error', () => {});
  socket.on('close', () => setTimeout(open, PAUSE));
}

// The answer under way may have been sent before the server was free again: it counts too.
process.on('message', () => replies++);
process.on('disconnect', () => process.exit());
open();
