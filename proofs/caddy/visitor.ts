import { request } from 'node:https';
import type { Caddy } from '#proofs/support/caddy.ts';

/** Caddy and the product see `localAddress` as the address of the visitor. */
export function callFrom(
  { port, ca }: Caddy,
  localAddress: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        ca,
        localAddress,
        method: 'POST',
        path,
        agent: false,
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
