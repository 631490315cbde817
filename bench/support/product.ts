import { join } from 'node:path';
import { buildClientIfStale } from '#scripts/build.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { ImportResult } from '#src/features/imports/contract.ts';
import { type Child, ROOT, startChild, temporaryDir } from './child.ts';

const ADMIN = { username: 'admin', password: 'Loppet-2027-bench' };

export type Product = Child & {
  events: () => Promise<PublicEvent[]>;
  /** As an admin. Returns the milliseconds it took. */
  importCsv: (csv: string) => Promise<number>;
  writeEvent: (event: PublicEvent) => Promise<void>;
};

export function startCommand(environment: Record<string, string>) {
  const env = {
    DATA_DIR: temporaryDir(),
    PORT: '0',
    DEMO: '0',
    LINK_CHECK: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  };
  return { command: [process.execPath, join(ROOT, 'scripts/start.ts')], env };
}

/** Like `bun start`, on a free port. Stopped at the end of the benchmark. */
export async function startProduct(environment: Record<string, string>): Promise<Product> {
  await buildClientIfStale();
  const child = await startChild({ ...startCommand(environment), url: /"url":"([^"]+)"/ });
  const { url } = child;
  const login = await request<{ access_token: string }>(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const headers = { authorization: `Bearer ${login.access_token}` };
  return {
    ...child,
    events: () => request(`${url}/api/events`),
    async importCsv(csv) {
      const body = new FormData();
      body.set('file', new File([csv], 'events.csv', { type: 'text/csv' }));
      const start = performance.now();
      const result = await request<ImportResult>(`${url}/api/admin/events/import`, {
        method: 'POST',
        headers,
        body,
      }).catch((error) => {
        throw new Error(`${error.message}\n${errorLinesOf(child.log())}`);
      });
      const durationMs = performance.now() - start;
      if (result.errors.length > 0) throw new Error(`The import refused rows: ${result.errors.slice(0, 3)}`);
      return durationMs;
    },
    async writeEvent(event) {
      await request(`${url}/api/admin/events/${event.id}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
    },
  };
}

const errorLinesOf = (log: string) =>
  log
    .split('\n')
    .filter((line) => /"level":[4-6]0/.test(line))
    .slice(-5)
    .join('\n');

async function request<Body>(url: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${(await response.text()).slice(0, 200)}`);
  return response.json() as Promise<Body>;
}
