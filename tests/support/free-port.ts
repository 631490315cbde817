const LOWEST = 20_000;
/** Outgoing connections have ports from 32,768 on. */
const COUNT = 12_000;

/**
 * Never an ephemeral port, so no outgoing connection takes it, even while its server is stopped. Another server may
 * take it before it is used.
 */
export function freePort(): number {
  const port = LOWEST + Math.floor(Math.random() * COUNT);
  return isFree(port) ? port : freePort();
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
