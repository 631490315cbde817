import { and, eq, gte, inArray, not, sql } from 'drizzle-orm';
import { announcements, eventProposals, events, pageViews } from '#db/schema/index.ts';
import { isAdActive } from '#src/features/events/service.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const pendingOf = (organiserId: string) =>
  and(eq(eventProposals.organiser_id, organiserId), eq(eventProposals.status, 'pending'));

export function findPendingOf(db: Reader, organiserId: string) {
  return db
    .select({
      event_id: eventProposals.event_id,
      created_at: eventProposals.created_at,
      before: eventProposals.before,
      after: eventProposals.after,
    })
    .from(eventProposals)
    .where(pendingOf(organiserId));
}

export function findViews(db: Reader, ids: string[], since: string) {
  return db
    .select({ event_id: pageViews.event_id, day: pageViews.day, views: pageViews.views })
    .from(pageViews)
    .where(and(inArray(pageViews.event_id, ids), gte(pageViews.day, since)))
    .orderBy(pageViews.day);
}

/** How many sell and seek places, and how many addresses watch each event or its series. */
export function findNumbers(db: Reader, ids: string[], today: string) {
  const isOpen = and(isAdActive(today), not(announcements.is_completed));
  const ads = db
    .select({
      event_id: announcements.event_id,
      selling: sql<number>`count(*) filter (where ${announcements.announcement_type} = 'sale')`.as('selling'),
      seeking: sql<number>`count(*) filter (where ${announcements.announcement_type} = 'wanted')`.as(
        'seeking',
      ),
    })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .where(and(inArray(announcements.event_id, ids), isOpen))
    .groupBy(announcements.event_id)
    .as('ads');
  return db
    .select({
      id: events.id,
      watchers: sql<number>`(
        select count(distinct w.watcher_id)::int from watches w
        where w.event_id = ${events.id} or w.series_id = ${events.series_id})`,
      selling: sql<number>`coalesce(${ads.selling}, 0)::int`,
      seeking: sql<number>`coalesce(${ads.seeking}, 0)::int`,
    })
    .from(events)
    .leftJoin(ads, eq(ads.event_id, events.id))
    .where(inArray(events.id, ids));
}

type Proposal = Pick<typeof eventProposals.$inferInsert, 'event_id' | 'before' | 'after' | 'created_at'>;

/**
 * Replaces the pending proposal of the organiser, by a row with a new id: an admin who still sees the former one must
 * not approve this one. Without `after` it is only removed. Call it with the event locked.
 */
export async function replaceProposal(
  tx: Db,
  organiser: { id: string; email: string },
  proposal: Proposal,
): Promise<void> {
  await tx
    .delete(eventProposals)
    .where(and(eq(eventProposals.event_id, proposal.event_id), pendingOf(organiser.id)));
  if (Object.keys(proposal.after).length > 0)
    await tx
      .insert(eventProposals)
      .values({ ...proposal, organiser_id: organiser.id, organiser_email: organiser.email });
}

export async function hasEventOn(
  db: Reader,
  seriesId: string,
  { event_date, event_name, exceptId }: { event_date: string; event_name: string; exceptId: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.series_id, seriesId),
        eq(events.event_date, event_date),
        eq(events.event_name, event_name),
        sql`${events.id} <> ${exceptId}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
