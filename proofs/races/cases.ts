import { eq } from 'drizzle-orm';
import { announcements, auditLog, outbox, statements } from '#db/schema/index.ts';
import { issueStatementLink } from '#src/features/statements/service.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { makeNotice, makeStatement, OBJECTION } from '#tests/support/moderation.ts';
import { type Arena, CROWD, type Round, repeatCall, shuffle } from './arena.ts';

const mailKinds = async ({ db }: Arena, about: Record<string, string>) =>
  (await db.select().from(outbox))
    .filter((mail) => Object.entries(about).every(([key, value]) => mail.about[key] === value))
    .map(({ kind }) => kind);

/** One decision succeeds. The ad, the statement, the mails and the audit entries follow it. */
export const decideNotice: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const ad = await makeAnnouncement(db);
  const { id } = await makeNotice(db, { announcement_id: ad.id });
  const calls = shuffle(
    (['removed', 'kept'] as const).flatMap((decision, at) =>
      repeatCall(CROWD / 2, 'admin.notices.decide', admins[at] ?? {}, { id, decision }),
    ),
  );
  const winner = verdict.expectOneSuccess(await sendAtOnce(calls, turn), [409, 'notice.decided']);
  if (!winner) return;
  const isRemoved = calls[winner.index]?.input.decision === 'removed';
  const [row] = await db.select().from(announcements).where(eq(announcements.id, ad.id));
  verdict.check(row?.is_active === !isRemoved, `the ad is ${row?.is_active ? 'shown' : 'hidden'}`);
  const stated = await db.select().from(statements).where(eq(statements.notice_id, id));
  verdict.count(stated.length, isRemoved ? 1 : 0, 'statements');
  verdict.count((await mailKinds(arena, { notice_id: id })).length, 1, 'mails to the sender');
  const entries = await db.select().from(auditLog).where(eq(auditLog.record_id, id));
  verdict.count(entries.length, 1, 'audit entries');
};

/** One objection is stored; then one decision about it succeeds, with one mail. */
export const objectAndDecide: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins, appOf } = arena;
  const { id } = await makeStatement(db);
  const token = await issueStatementLink(appOf(0).context, id);
  // As many as a minute allows, all together.
  const objections = Array.from({ length: CROWD }, (_, at) => ({
    name: 'public.statements.object',
    caller: {},
    input: { token, text: `${at}` },
  }));
  verdict.expectOneSuccess(await sendAtOnce(objections, turn), [409, 'statement.objected']);
  await db.update(statements).set(OBJECTION).where(eq(statements.id, id));
  const calls = shuffle(
    (['upheld', 'reversed'] as const).flatMap((decision, at) =>
      repeatCall(CROWD / 2, 'admin.objections.decide', admins[at] ?? {}, { id, decision }),
    ),
  );
  const winner = verdict.expectOneSuccess(await sendAtOnce(calls, turn), [409, 'objection.decided']);
  if (!winner) return;
  const mails = await mailKinds(arena, { statement_id: id });
  verdict.count(mails.length, 1, 'mails');
};
