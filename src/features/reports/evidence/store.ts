import { eq, isNotNull, lt, sql } from 'drizzle-orm';
import { announcements, conversations, events, evidence } from '#db/schema/index.ts';
import { FORMER_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { ReportReason } from '../contract.ts';

/** Written by the triggers of migration 0018. */
type EvidenceContent = {
  reason: ReportReason;
  description: string;
  status: 'new' | 'handled';
  created_at: string;
  reporter_name: string;
  reporter_email: string | null;
  reported_name: string;
  reported_email: string;
  announcement: {
    order_number: string;
    event_name: string;
    distance: string;
    price: number;
    description: string | null;
  } | null;
};

type EvidenceMessage = {
  id: string;
  by: 'reporter' | 'reported';
  text: string;
  created_at: string;
};

const columns = {
  report_id: sql<string>`${evidence.report_id}`,
  /** Not the messages, which may be many. */
  content: sql<EvidenceContent>`${evidence.content} - 'messages'`,
  created_at: evidence.created_at,
};

export const findAllEvidence = (db: Reader) =>
  db.select(columns).from(evidence).where(isNotNull(evidence.report_id));

export function findEvidence(db: Reader, reportId: string) {
  return atMostOne(
    db
      .select({ ...columns, messages: sql<EvidenceMessage[]>`${evidence.content} -> 'messages'` })
      .from(evidence)
      .where(eq(evidence.report_id, reportId)),
  );
}

type ReportOfDeal = Pick<
  EvidenceContent,
  'reason' | 'description' | 'created_at' | 'reporter_name' | 'reporter_email'
> & { id: string; reporter_id: string };

/** The report of a member who has deleted their account, with the thread of the deal that they left. */
export async function insertEvidenceOfDeal(
  db: Db,
  conversationId: string,
  { id, ...report }: ReportOfDeal,
): Promise<void> {
  const content = { ...report, status: 'new', reported_name: FORMER_MEMBER_NAME, reported_email: '' };
  await db.execute(sql`
    insert into ${evidence} (id, report_id, created_at, content)
    select ${Bun.randomUUIDv7()}::uuid, ${id}::uuid, ${report.created_at}::timestamptz,
      ${JSON.stringify(content)}::jsonb || jsonb_build_object(
        'announcement', jsonb_build_object(
          'order_number', coalesce(a.order_number, c.order_number),
          'event_name', coalesce(e.event_name, a.event_name, c.event_name),
          'distance', coalesce(a.distance, c.distance),
          'price', coalesce(c.final_price, a.price, c.price),
          'description', a.description),
        'messages', evidence_messages(c.id, ${report.reporter_id}::uuid))
    from ${conversations} c left join ${announcements} a on a.id = c.announcement_id
    left join ${events} e on e.id = a.event_id where c.id = ${conversationId}`);
}

export async function changeEvidenceStatus(db: Db, reportId: string, status: string): Promise<boolean> {
  const rows = await db
    .update(evidence)
    .set({ content: sql`${evidence.content} || jsonb_build_object('status', ${status}::text)` })
    .where(sql`${evidence.report_id} = ${reportId} and ${evidence.content} ->> 'status' <> ${status}`)
    .returning({ id: evidence.id });
  return rows.length > 0;
}

export async function deleteEvidenceBefore(db: Db, instant: string): Promise<void> {
  await db.delete(evidence).where(lt(evidence.created_at, instant));
}
