import type { Context } from '../../../platform/context';
import { orderMail } from '../../../platform/mail';
import { lockDataLink, openDataLink } from '../../accounts/data-link/service';
import type { DataLinkInput, DataLinkRequest, MyData } from '../contract';
import { deleteAccountOf } from '../deletion/service';
import { readDataOf } from '../my-data/service';

/**
 * Mails a suspended member a link to their data. The mail worker looks up the account, so that every address gets the same
 * response in the same time (D6).
 */
export async function mailDataLink(ctx: Context, { email }: DataLinkRequest): Promise<{ message: string }> {
  await ctx.database.db.transaction((tx) => orderMail(tx, { kind: 'account.data_link', about: { email } }));
  return { message: 'Om kontot är avstängt har vi skickat en länk till adressen. Den gäller i 24 timmar.' };
}

/** Everything stored about the member the link was mailed to. Throws `data_link.invalid`. */
export async function readDataByLink(ctx: Context, { token }: DataLinkInput): Promise<MyData> {
  return readDataOf(ctx, await openDataLink(ctx, token), 'data_link.invalid');
}

/**
 * Deletes the account that the link was mailed to. No password is asked for: whoever reads the mailbox could set a new one.
 * Throws `data_link.invalid`.
 */
export function deleteAccountByLink(ctx: Context, { token }: DataLinkInput): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) =>
    deleteAccountOf(ctx, tx, await lockDataLink(ctx, tx, token)),
  );
}
