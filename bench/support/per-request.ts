// The reference without a cache: selects and serializes the events for each request. Arguments: SOCKET_DIR DATABASE.
import { sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { byDate, publicColumns } from '#src/features/events/store.ts';
import { openDatabase } from '#src/platform/database.ts';

const [socketDir = '', database = ''] = process.argv.slice(2);
const { db } = openDatabase({ socketDir, database });

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 120,
  async fetch() {
    const rows = await db.select(publicColumns).from(events).orderBy(sql.join(byDate, sql`, `));
    const json = JSON.stringify(rows.map((row) => ({ ...row, distances: row.distances.join(', ') })));
    return new Response(json, { headers: { 'content-type': 'application/json' } });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
