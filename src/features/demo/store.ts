import { like } from 'drizzle-orm';
import {
  accounts,
  announcements,
  blocks,
  contactMessages,
  conversations,
  dealSteps,
  events,
  evidence,
  messages,
  notices,
  reports,
  statements,
  submissions,
  takenNames,
  watchChanges,
  watchers,
  watches,
} from '#db/schema/index.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export type DemoRows = {
  accounts: (typeof accounts.$inferInsert & { id: string })[];
  announcements: (typeof announcements.$inferInsert & { id: string })[];
  conversations: (typeof conversations.$inferInsert & { id: string })[];
  messages: (typeof messages.$inferInsert)[];
  dealSteps: (typeof dealSteps.$inferInsert)[];
  blocks: (typeof blocks.$inferInsert)[];
  reports: (typeof reports.$inferInsert)[];
  /** Each about an ad. */
  notices: (Omit<typeof notices.$inferInsert, 'url'> & { announcement_id: string })[];
  statements: (typeof statements.$inferInsert)[];
  evidence: (typeof evidence.$inferInsert)[];
  submissions: (typeof submissions.$inferInsert)[];
  contactMessages: (typeof contactMessages.$inferInsert)[];
  watchers: (typeof watchers.$inferInsert)[];
  watches: (typeof watches.$inferInsert)[];
};

export async function insertDemoRows(db: Db, rows: DemoRows): Promise<void> {
  await db.insert(accounts).values(rows.accounts);
  await db.insert(takenNames).values(rows.accounts.map(({ id, username }) => ({ username, user_id: id })));
  const ads = await db
    .insert(announcements)
    .values(rows.announcements)
    .returning({ id: announcements.id, order_number: announcements.order_number });
  const orderNumbers = new Map(ads.map(({ id, order_number }) => [id, order_number]));
  await db.insert(conversations).values(rows.conversations);
  await db.insert(messages).values(rows.messages);
  await db.insert(dealSteps).values(rows.dealSteps);
  await db.insert(blocks).values(rows.blocks);
  await db.insert(reports).values(rows.reports);
  await db.insert(notices).values(
    rows.notices.map((notice) => ({
      ...notice,
      url: adPath(orderNumbers.get(notice.announcement_id) ?? ''),
    })),
  );
  await db.insert(statements).values(rows.statements);
  await db.insert(evidence).values(rows.evidence);
  await db.insert(submissions).values(rows.submissions);
  await db.insert(contactMessages).values(rows.contactMessages);
  await db.insert(watchers).values(rows.watchers);
  await db.insert(watches).values(rows.watches);
  // The demonstration data is no news for those who watch.
  await db.delete(watchChanges);
}

export async function hasAccounts(db: Reader): Promise<boolean> {
  const rows = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}

export async function hasAccountsOfDomain(db: Reader, domain: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(like(accounts.email, `%@${domain}`))
    .limit(1);
  return rows.length > 0;
}

export function findEvents(db: Reader) {
  return db.select().from(events);
}

export type DemoEvent = Awaited<ReturnType<typeof findEvents>>[number];
