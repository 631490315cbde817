import type { BackgroundContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import type { Reasons, Statement, StatementKind } from './contract.ts';
import { OBJECTION_DAYS } from './rules.ts';
import * as store from './store.ts';

type Decision = Reasons & {
  user_id: string;
  kind: StatementKind;
  order_number?: string;
  event_name?: string;
  /** The notice that led to it. */
  notice_id?: string;
};

/**
 * Stores a statement of reasons and queues its mail, within the transaction of the decision. The mail is composed in
 * `objections/mails.ts`.
 */
export async function recordStatement(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  { user_id, ...decision }: Decision,
): Promise<void> {
  const statement_id = await store.insertStatement(tx, {
    ...decision,
    user_id,
    created_at: ctx.now().toISOString(),
  });
  await enqueueMail(tx, { kind: 'account.statement', about: { user_id, statement_id } });
}

const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** An instant of the last day on which a link that is issued now works until midnight. */
export const lastWholeDay = (now: Date): Date => daysAfter(now, OBJECTION_DAYS - 1);

/** Returns the token of a link to the statement. Only its hash is stored. */
export async function issueStatementLink(ctx: Context, statement_id: string): Promise<string> {
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    statement_id,
    created_at: ctx.now().toISOString(),
    expires_at: daysAfter(ctx.now(), OBJECTION_DAYS).toISOString(),
  };
  await ctx.database.db.transaction((tx) => store.insertLink(tx, link));
  return token;
}

export const sweepStatementLinks = ({ database, now }: BackgroundContext): Promise<void> =>
  store.deleteExpiredLinks(database.db, now().toISOString());

/** Oldest first. */
export const statementsOf = (db: Db, userId: string): Promise<Statement[]> =>
  store.findStatementsOf(db, userId);
