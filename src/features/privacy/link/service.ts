import type { Context } from '../../../platform/context';
import { enqueueMail } from '../../../platform/mail';
import { lockDataLink, openDataLink } from '../../accounts/data-link/service';
import type { DataLinkInput, DataLinkRequest, MyData } from '../contract';
import { deleteAccountOf } from '../deletion/service';
import { readDataOf } from '../my-data/service';

/**
 * Mails a suspended member a link to their data. The account is looked up when the mail is composed, so that the
 * response does not reveal whether it exists.
 */
export async function mailDataLink(ctx: Context, { email }: DataLinkRequest): Promise<{ message: string }> {
  await ctx.database.db.transaction((tx) => enqueueMail(tx, { kind: 'account.data_link', about: { email } }));
  return { message: 'Om kontot är avstängt har vi skickat en länk till adressen. Den gäller i 24 timmar.' };
}

/** Returns all data about the member that the link was mailed to. Throws `data_link.invalid`. */
export async function readDataByLink(ctx: Context, { token }: DataLinkInput): Promise<MyData> {
  return readDataOf(ctx, await openDataLink(ctx, token), 'data_link.invalid');
}

/**
 * Deletes the account that the link was mailed to. No password is required: anyone who can read the mailbox could set a
 * new one. Throws `data_link.invalid`.
 */
export function deleteAccountByLink(ctx: Context, { token }: DataLinkInput): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) =>
    deleteAccountOf(ctx, tx, await lockDataLink(ctx, tx, token)),
  );
}
