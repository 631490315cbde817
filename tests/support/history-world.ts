import { beforeEach } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  announcements,
  auditLog,
  eventBatches,
  events,
  removedEvents,
  series,
  watchers,
} from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { Revision } from '#src/features/history/contract.ts';
import { createAsAdmin, updateAsAdmin } from './admin-events.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { sendImport } from './imports.ts';
import { appOfFile } from './of-file.ts';

const CSV = (rows: string[]) =>
  new TextEncoder().encode(`event_date,event_name,distances,sport_type,ort,organizer\n${rows.join('\n')}`);

/** An app with an admin, and what changes events in it. */
export async function openHistoryWorld() {
  let now = new Date('2027-01-15T09:00:00.000Z');
  const app = await appOfFile({ now: () => now });
  const admin = await makeAdmin(app.db, { username: 'vera' });
  beforeEach(async () => {
    now = new Date('2027-01-15T09:00:00.000Z');
    for (const table of [announcements, watchers, removedEvents, events, eventBatches, series, auditLog])
      await app.db.delete(table);
  });

  const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
    call<Body>(app, 'rest', name, admin, input);
  const revisionsOf = async (id: string) => (await as<Revision[]>('admin.revisions.list', { id })).body;
  const create = (more?: Record<string, unknown>) => createAsAdmin({ app, admin }, more);
  const update = (event: AdminEvent, changes: Record<string, unknown>) =>
    updateAsAdmin({ app, admin }, event, changes);
  const stored = async (id: string) => (await app.db.select().from(events).where(eq(events.id, id)))[0];

  const importRows = async (rows: string[], query = '') =>
    await sendImport(app.url, admin, CSV(rows), { query });

  return {
    admin,
    app,
    as,
    create,
    importRows,
    revisionsOf,
    setNow: (value: typeof now) => {
      now = value;
    },
    stored,
    update,
  };
}
