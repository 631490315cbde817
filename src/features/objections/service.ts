import { endSuspension } from '#src/features/accounts/admin/service.ts';
import { showAdAgain } from '#src/features/announcements/admin/service.ts';
import { recordAction } from '#src/features/audit/service.ts';
import { referenceOf } from '#src/features/statements/rules.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AdminObjection, ObjectionDecisionInput, ObjectionInput, StatementByLink } from './contract.ts';
import * as store from './store.ts';

/** Throws `statement.invalid`. */
export async function readStatement(ctx: Context, token: string): Promise<StatementByLink> {
  return shownToMember(await requireStatement(ctx, ctx.database.db, token));
}

/** Once for each statement. Throws `statement.invalid`, `statement.objected`. */
export function objectTo(ctx: Context, { token, text }: ObjectionInput): Promise<StatementByLink> {
  return ctx.database.db.transaction(async (tx) => {
    const { id } = await requireStatement(ctx, tx, token);
    const statement = await store.storeObjection(tx, id, text, ctx.now().toISOString());
    if (!statement) throw new AppError('statement.objected');
    return shownToMember(statement);
  });
}

async function requireStatement(ctx: Context, db: Db | Context['database']['db'], token: string) {
  const statement = await store.findByToken(db, hashToken(token), ctx.now().toISOString());
  if (!statement) throw new AppError('statement.invalid');
  return statement;
}

const shownToMember = <Row extends { id: string }>(statement: Row) => ({
  ...statement,
  reference: referenceOf(statement),
});

type StoredObjection = Awaited<ReturnType<typeof store.findObjections>>[number];

const shownToAdmins = (row: StoredObjection): AdminObjection => ({
  ...row,
  reference: referenceOf(row),
  objection: row.objection ?? '',
  objected_at: row.objected_at ?? row.created_at,
});

export async function listObjections({ database }: AdminContext): Promise<AdminObjection[]> {
  return (await store.findObjections(database.db)).map(shownToAdmins);
}

/**
 * `reversed` undoes the decision where that is possible, unless a later decision took its place. Throws
 * `objection.not_found`, `objection.decided`.
 */
export function decideObjection(
  ctx: AdminContext,
  { id, decision, answer }: ObjectionDecisionInput,
): Promise<AdminObjection> {
  return ctx.database.db.transaction(async (tx) => {
    // Locks the account first, as a deletion does.
    const before = await store.findObjectionAndLockAccount(tx, id);
    if (!before) throw new AppError('objection.not_found');
    if (before.objection_decision) throw new AppError('objection.decided');
    if (decision === 'reversed' && !(await store.hasLaterDecision(tx, id))) await undo(ctx, tx, before);
    const isDecided = await store.storeObjectionDecision(tx, id, {
      objection_decision: decision,
      objection_answer: answer,
      objection_decided_at: ctx.now().toISOString(),
    });
    if (!isDecided) throw new AppError('objection.decided');
    // Without the member's name: the log is kept longer than the account.
    const record = { id, name: `Ärende ${referenceOf(before)}` };
    await recordAction(tx, ctx, decision === 'reversed' ? 'objection.reverse' : 'objection.uphold', record);
    await enqueueMail(tx, {
      kind: 'account.objection_decided',
      about: { user_id: before.user_id, statement_id: id },
    });
    return shownToAdmins(await requireObjection(tx, id));
  });
}

async function undo(
  ctx: AdminContext,
  tx: Db,
  { kind, user_id, order_number }: StoredObjection,
): Promise<void> {
  if (kind === 'account_suspended') await endSuspension(ctx, tx, user_id);
  if (kind === 'ad_hidden' && order_number) await showAdAgain(ctx, tx, order_number);
}

async function requireObjection(db: Db, id: string): Promise<StoredObjection> {
  const objection = await store.findObjection(db, id);
  if (!objection) throw new AppError('objection.not_found');
  return objection;
}
