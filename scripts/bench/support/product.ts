import { join } from 'node:path';
import type { PublicEvent } from '../../../src/features/events/contract';
import type { ImportResult } from '../../../src/features/events/import/contract';
import { buildClientIfStale } from '../../build';
import { type Child, ROOT, startChild, temporaryDir } from './child';

const ADMIN = { username: 'admin', password: 'Loppet-2027-bench' };

export type Product = Child & {
  /** The list of events as everybody gets it. */
  events: () => Promise<PublicEvent[]>;
  /** Imports a file of events as an admin does; answers how many milliseconds it took. */
  importCsv: (csv: string) => Promise<number>;
  /** Writes an event as an admin does. */
  write: (event: PublicEvent) => Promise<void>;
};

/** How `bun start` is called, with an empty calendar of its own. */
export function startOf(environment: Record<string, string>) {
  const env = {
    DATA_DIR: temporaryDir(),
    PORT: '0',
    DEMO: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  };
  return { command: [process.execPath, join(ROOT, 'scripts/start.ts')], env };
}

/** The product as `bun start` runs it, on a free port; stopped at the end. */
export async function startProduct(environment: Record<string, string>): Promise<Product> {
  await buildClientIfStale();
  const child = await startChild({ ...startOf(environment), url: /"url":"([^"]+)"/ });
  const { url } = child;
  const login = await answer<{ access_token: string }>(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const headers = { authorization: `Bearer ${login.access_token}` };
  return {
    ...child,
    events: () => answer(`${url}/api/events`),
    async importCsv(csv) {
      const body = new FormData();
      body.set('file', new File([csv], 'events.csv', { type: 'text/csv' }));
      const start = performance.now();
      const result = await answer<ImportResult>(`${url}/api/admin/events/import`, {
        method: 'POST',
        headers,
        body,
      }).catch((error) => {
        throw new Error(`${error.message}\n${faultsIn(child.log())}`);
      });
      const took = performance.now() - start;
      if (result.errors.length > 0) throw new Error(`The import refuses: ${result.errors.slice(0, 3)}`);
      return took;
    },
    async write(event) {
      await answer(`${url}/api/admin/events/${event.id}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
    },
  };
}

/** The lines above `info`. */
const faultsIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => /"level":[4-6]0/.test(line))
    .slice(-5)
    .join('\n');

async function answer<Body>(url: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${(await response.text()).slice(0, 200)}`);
  return response.json() as Promise<Body>;
}
