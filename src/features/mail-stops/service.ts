import type { Context } from '#src/platform/context.ts';
import { isStopped, openStopLink } from '#src/platform/mail/unconfirmed.ts';
import { AppError } from '#src/shared/errors.ts';
import type { MailStop } from './contract.ts';
import { deleteStop, insertStop } from './store.ts';

/** Throws `mail.link_invalid`. */
async function mailboxOfLink(ctx: Context, token: string): Promise<string> {
  const mailbox = await openStopLink(ctx.config, token);
  if (!mailbox) throw new AppError('mail.link_invalid');
  return mailbox;
}

export async function readStop(ctx: Context, token: string): Promise<MailStop> {
  return { is_stopped: await isStopped(ctx.database.db, await mailboxOfLink(ctx, token)) };
}

/** Without login, and idempotent. */
export async function changeStop(ctx: Context, token: string, is_stopped: boolean): Promise<MailStop> {
  const mailbox = await mailboxOfLink(ctx, token);
  await ctx.database.db.transaction((tx) =>
    is_stopped ? insertStop(tx, mailbox, ctx.now().toISOString()) : deleteStop(tx, mailbox),
  );
  return { is_stopped };
}
