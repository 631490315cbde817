import { beforeEach, expect } from 'bun:test';
import { events } from '#db/schema/index.ts';
import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { PreviewRow } from '#src/features/imports/contract.ts';
import { pick } from '#src/shared/pick.ts';
import { makeAdmin } from './content.ts';
import { DEMO_CSV, gridOf } from './event-files.ts';
import { sendImport } from './imports.ts';
import { appOfFile } from './of-file.ts';

const NOW = new Date('2027-01-15T10:00:00+01:00');
export const ROW = [
  '2027-05-22',
  'Göteborgsvarvet',
  '21,1 km',
  'Löpning',
  'Göteborg',
  'Västergötland',
  '',
  '',
  '',
];

type Options = Parameters<typeof sendImport>[3];
type StoredEvent = Omit<PreviewRow, 'row' | 'outcome'>;

/** An app with an admin who imports files. */
export async function openImportWorld() {
  const demo = await gridOf(DEMO_CSV);
  const HEADER = demo[0] ?? [];
  const app = await appOfFile({ now: () => NOW });
  const admin = await makeAdmin(app.db, { username: 'britta' });
  beforeEach(async () => {
    await app.sql`truncate events, audit_log cascade`;
  });

  const sendFile = (bytes: Uint8Array, options?: Options) => sendImport(app.url, admin, bytes, options);
  const countEvents = async () => (await app.sql`select 1 from events`).length;
  /** Returns the stored events with the fields of the preview, keyed by date, name and ort. */
  async function loadEvents(): Promise<Map<string, StoredEvent>> {
    const rows = await app.db.select().from(events);
    return new Map(
      rows.map((row) => [
        `${row.event_date} ${row.event_name} ${row.ort}`,
        {
          ...pick(row, IMPORT_FIELD_NAMES),
          distances: row.distances.join(', '),
          latitude: row.latitude,
          longitude: row.longitude,
          is_approximate: row.place_source === 'landskap',
        },
      ]),
    );
  }

  async function expectAsPreviewed(rows: readonly PreviewRow[]): Promise<void> {
    const storedEvents = await loadEvents();
    const importedRows = rows.filter(({ outcome }) => outcome !== 'exists');
    for (const { row: _, outcome: __, ...event } of importedRows) {
      expect(storedEvents.get(`${event.event_date} ${event.event_name} ${event.ort}`)).toEqual(event);
    }
  }

  return {
    HEADER,
    admin,
    app,
    countEvents,
    demo,
    expectAsPreviewed,
    loadEvents,
    sendFile,
  };
}
