import { eventProposals, organisers } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { bearer } from './accounts.ts';
import { makeEvent, makeSeries } from './content.ts';

type Row = Partial<typeof organisers.$inferInsert>;

/** With a series of their own unless one is given. Its link is not mailed. */
export async function makeOrganiser(db: Db, row: Row = {}) {
  const token = newToken();
  const series_id = row.series_id ?? (await makeSeries(db)).id;
  const [organiser] = await db
    .insert(organisers)
    .values({
      email: `${Bun.randomUUIDv7()}@arrangor.example`,
      created_by: 'vera',
      expires_at: '2099-01-01T00:00:00.000Z',
      token_hash: hashToken(token),
      ...row,
      series_id,
    })
    .returning();
  if (!organiser) throw new Error('No organiser was made.');
  return { ...organiser, token, headers: bearer(token) };
}

/** A race of the series that can be copied. */
export const makeEdition = (db: Db, series_id: string) =>
  makeEvent(db, { series_id, event_date: '2027-06-12', edition: Bun.randomUUIDv7().slice(-12) });

export async function makeProposal(db: Db) {
  const { id: organiser_id, email, series_id } = await makeOrganiser(db);
  const { id: event_id, ort } = await makeEdition(db, series_id);
  const [proposal] = await db
    .insert(eventProposals)
    .values({ event_id, organiser_id, organiser_email: email, before: { ort }, after: { ort: 'Orsa' } })
    .returning();
  if (!proposal) throw new Error('No proposal was made.');
  return proposal;
}
