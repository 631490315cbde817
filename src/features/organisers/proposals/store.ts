import { and, desc, eq, sql } from 'drizzle-orm';
import { eventProposals, events, organisers, series } from '#db/schema/index.ts';
import { urlColumn } from '#src/features/events/service.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const PROPOSALS_LISTED = 1000;

const select = (db: Reader) =>
  db
    .select({
      proposal: eventProposals,
      event: events,
      url: urlColumn,
    })
    .from(eventProposals)
    .innerJoin(events, eq(events.id, eventProposals.event_id))
    .leftJoin(series, eq(series.id, events.series_id));

/** Those that wait first, then the latest. */
export function findProposals(db: Reader) {
  return select(db)
    .orderBy(
      desc(sql`${eventProposals.status} = 'pending'`),
      desc(eventProposals.created_at),
      desc(eventProposals.id),
    )
    .limit(PROPOSALS_LISTED);
}

export function findProposal(db: Reader, id: string) {
  return atMostOne(select(db).where(eq(eventProposals.id, id)));
}

/** Call it with the event locked, as organisers replace proposals. */
export function lockProposal(tx: Db, id: string) {
  return atMostOne(tx.select().from(eventProposals).where(eq(eventProposals.id, id)).for('update'));
}

type Decision = {
  status: 'approved' | 'rejected';
  admin_comments: string | null;
  reviewed_at: string;
  reviewed_by: string;
};

export async function storeDecision(tx: Db, id: string, decision: Decision): Promise<void> {
  await tx.update(eventProposals).set(decision).where(eq(eventProposals.id, id));
}

export async function isLinkActive(db: Reader, organiserId: string | null, now: string): Promise<boolean> {
  if (!organiserId) return false;
  const rows = await db
    .select({ id: organisers.id })
    .from(organisers)
    .where(
      and(
        eq(organisers.id, organiserId),
        sql`${organisers.revoked_at} is null and ${organisers.expires_at} > ${now}`,
      ),
    );
  return rows.length > 0;
}
