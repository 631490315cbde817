import { ne } from 'drizzle-orm';
import { outbox, submissions } from '#db/schema/index.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeSubmission } from '#tests/support/content.ts';
import { until } from '#tests/support/process.ts';
import type { smtpServer } from '#tests/support/smtp.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';
import type { Instance, Pair } from './pair.ts';

export type MailServer = ReturnType<typeof smtpServer>;

export const senderOf = (instance: number) => `nr${instance}@lopp.example`;

const CONCURRENCY = 8;

/**
 * Reviews `count` proposals, which queues a mail for each. A call without a response is repeated on the other instance.
 * Returns the number of acknowledged reviews.
 */
export async function queueMails(pair: Pair, count: number): Promise<number> {
  const admin = await makeAdmin(pair.db);
  const ids: string[] = [];
  for (let created = 0; created < count; created++) ids.push((await makeSubmission(pair.db)).id);
  let turn = 0;
  let acknowledged = 0;
  const review = async (at: Instance, id: string) => {
    const input = { id, status: turn % 3 ? 'approved' : 'rejected', admin_comments: 'Tack' };
    return (await call(at, TRANSPORTS[turn % 2] ?? 'rest', 'admin.submissions.review', admin, input)).status;
  };
  const worker = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const [at, other] = turn++ % 2 ? pair.instances : [pair.instances[1], pair.instances[0]];
      const status = await review(at, id).catch(() => review(other, id));
      if (status === 200) acknowledged++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return acknowledged;
}

export const waitingMails = ({ db }: Pair) => db.select({ id: outbox.id, about: outbox.about }).from(outbox);

export const waitUntilSent = (pair: Pair, limitMs: number) =>
  until(async () => (await waitingMails(pair)).length === 0, limitMs).catch(() => limitMs);

/** Each proposer must get exactly one mail. */
export async function countMails({ db }: Pair, { accepted }: MailServer) {
  const reviewed = await db
    .select({ email: submissions.submitter_email })
    .from(submissions)
    .where(ne(submissions.status, 'pending'));
  const mailCounts = new Map(reviewed.map(({ email }) => [email, 0]));
  for (const { to } of accepted) {
    const email = to?.[0]?.address ?? '';
    if (mailCounts.has(email)) mailCounts.set(email, (mailCounts.get(email) ?? 0) + 1);
  }
  const emailsWhere = (matches: (count: number) => boolean) =>
    [...mailCounts].filter(([, count]) => matches(count)).map(([email]) => email);
  return {
    queuedCount: reviewed.length,
    lost: emailsWhere((count) => count === 0),
    duplicates: emailsWhere((count) => count > 1),
    sentBy: [0, 1].map(
      (instance) => accepted.filter(({ from }) => from?.address === senderOf(instance)).length,
    ),
  };
}
