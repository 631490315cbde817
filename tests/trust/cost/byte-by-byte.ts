import { connect } from 'node:net';

/** Chunks of one byte, as many as are written to the socket at once. */
const BURST = Buffer.from('1\r\n \r\n'.repeat(20_000));
const BURSTS = 48;
const PATIENCE = 10_000;

/** Sends a body of 960,000 chunks of one byte, which `fetch` would join. Resolves to the status; 0 when it is cut off. */
export function sendByteByByte(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), PATIENCE);
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    );
    for (let burst = 0; burst < BURSTS; burst++) socket.write(BURST);
    socket.write('0\r\n\r\n');
  });
}
