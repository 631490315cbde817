import { beforeEach } from 'bun:test';
import {
  accounts,
  banners,
  contactInfo,
  contactMessages,
  events,
  evidence,
  marketplaceSettings,
  notices,
  outbox,
  submissions,
} from '#db/schema/index.ts';
import { loadDemo } from '#src/features/demo/service.ts';
import { appOfFile } from './of-file.ts';

const TABLES = [
  events,
  accounts,
  submissions,
  contactMessages,
  banners,
  contactInfo,
  marketplaceSettings,
  outbox,
  notices,
  // Written when the accounts are deleted.
  evidence,
];

type Row = Record<string, unknown>;

/** An app without the demonstration data. */
export async function openDemoWorld() {
  let now = new Date('2026-11-21T12:00:00Z');
  const app = await appOfFile({ now: () => now });
  beforeEach(async () => {
    now = new Date('2026-11-21T12:00:00Z');
    for (const table of TABLES) {
      await app.db.delete(table);
    }
  });

  const rowsOf = async (table: string) => [...(await app.sql.unsafe(`select * from ${table}`))] as Row[];
  /** Returns the password of the demonstration members. */
  const loadDemoData = async () => (await loadDemo(app.context)).members?.password ?? '';

  return {
    app,
    loadDemoData,
    now: () => now,
    rowsOf,
    setNow: (value: typeof now) => {
      now = value;
    },
  };
}
