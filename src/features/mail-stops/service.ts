import type { Context } from '../../platform/context';
import { isStopped, openStopLink } from '../../platform/mail/unconfirmed';
import { AppError } from '../../shared/errors';
import type { MailStop } from './contract';
import { deleteStop, insertStop } from './store';

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
