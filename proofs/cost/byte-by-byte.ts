import { connect } from 'node:net';

const BURST = Buffer.from('1\r\n \r\n'.repeat(20_000));
const BURSTS = 48;
const TIMEOUT_MS = 10_000;

/**
 * Sends a chunked body with one byte in each chunk; `fetch` would join the chunks. Resolves to the status, or 0 if the
 * connection closes without a response.
 */
export function sendByteByByte(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(response)?.[1] ?? 0));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    );
    for (let burst = 0; burst < BURSTS; burst++) socket.write(BURST);
    socket.write('0\r\n\r\n');
  });
}
