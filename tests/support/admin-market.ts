import { sql } from 'drizzle-orm';
import {
  accountTokens,
  blocks,
  dealSteps,
  outbox,
  reports,
  statementLinks,
  takenNames,
} from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { makeAnnouncement, makeEvent } from './content.ts';
import { type Member, makeConversation } from './inbox.ts';
import { makeStatement } from './moderation.ts';

export async function auditEntriesOf(db: Db): Promise<[string, string][]> {
  const rows = await db.execute<{ action: string; record_name: string }>(
    sql`select action, record_name from audit_log order by id`,
  );
  return [...rows].map(({ action, record_name }) => [action, record_name]);
}

export async function allRowsByTable(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
    );
    rowsByTable[name] = [...rows].map(({ row }) => row);
  }
  return rowsByTable;
}

export async function makeReport(
  db: Db,
  { by, about, ...row }: { by: Member; about: { id: string } } & Partial<typeof reports.$inferInsert>,
) {
  const [report] = await db
    .insert(reports)
    .values({
      reported_user_id: about.id,
      reporter_id: by.id,
      reporter_name: by.full_name,
      reporter_email: by.email,
      reason: 'fraud',
      description: 'Betalt, ingen plats.',
      created_at: '2027-01-14T08:00:00.000Z',
      ...row,
    })
    .returning();
  if (!report) throw new Error('No report was made.');
  return report;
}

/** Creates a row in every table that refers to `member`. */
export async function makeAllAccountData(db: Db, member: Member, other: Member) {
  const event = await makeEvent(db, { event_name: 'Göteborgsvarvet', event_date: '2027-05-22' });
  const adWithoutMessages = await makeAnnouncement(db, {
    user_id: member.id,
    event_id: event.id,
    is_completed: true,
  });
  const ownConversation = await makeConversation(db, {
    owner: member,
    participant: other,
    written: [
      { by: other, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' },
      { by: member, text: 'Ja.', at: '2027-01-10T09:00:00Z', isRead: false },
    ],
  });
  const otherConversation = await makeConversation(db, {
    owner: other,
    participant: member,
    event_name: 'Lidingöloppet',
    written: [
      { by: member, text: 'Vad kostar den?', at: '2027-01-11T08:00:00Z' },
      { by: other, text: 'Tusen.', at: '2027-01-11T09:00:00Z', isRead: false },
    ],
  });
  await db.insert(dealSteps).values([
    { conversation_id: ownConversation.conversation.id, step: 'agreed', done_by: member.id },
    { conversation_id: otherConversation.conversation.id, step: 'agreed', done_by: other.id },
    { conversation_id: otherConversation.conversation.id, step: 'paid', done_by: member.id },
  ]);
  await db.insert(blocks).values({ blocker_id: member.id, blocked_id: other.id });
  const reportAbout = await makeReport(db, {
    by: other,
    about: member,
    related_announcement_id: ownConversation.announcement.id,
  });
  const ownReport = await makeReport(db, { by: member, about: other, reason: 'spam' });
  const statement = await makeStatement(db, { user_id: member.id, kind: 'ad_hidden' });
  await db.insert(statementLinks).values({
    token_hash: `statement of ${member.id}`,
    statement_id: statement.id,
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  await db.insert(takenNames).values({ username: member.username, user_id: member.id });
  await db.insert(accountTokens).values({
    token_hash: `link of ${member.id}`,
    purpose: 'reset',
    user_id: member.id,
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  await db.insert(outbox).values([
    { kind: 'account.verification', about: { user_id: member.id } },
    { kind: 'account.reset', about: { email: member.email }, failed_at: '2027-01-01T00:00:00.000Z' },
    {
      kind: 'conversation.message',
      about: { conversation_id: otherConversation.conversation.id, receiver_id: member.id },
    },
  ]);
  return { adWithoutMessages, ownConversation, otherConversation, reportAbout, ownReport };
}
