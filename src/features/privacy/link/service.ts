import { lockDataLink, openDataLink } from '#src/features/accounts/data-link/service.ts';
import type { Context } from '#src/platform/context.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import type { DataLinkToken, MailDataLinkInput, MyData } from '../contract.ts';
import { deleteAccountOf } from '../deletion/service.ts';
import { readDataOf } from '../my-data/service.ts';

/** The account is looked up when the mail is composed: the response must not reveal whether it exists. */
export async function mailDataLink(ctx: Context, { email }: MailDataLinkInput): Promise<{ message: string }> {
  await ctx.database.db.transaction((tx) => enqueueMail(tx, { kind: 'account.data_link', about: { email } }));
  return { message: 'Om kontot är avstängt har vi skickat en länk till adressen. Den gäller i 24 timmar.' };
}

/** Throws `data_link.invalid`. */
export async function readDataByLink(ctx: Context, { token }: DataLinkToken): Promise<MyData> {
  return readDataOf(ctx, await openDataLink(ctx, token), 'data_link.invalid');
}

/** Requires no password: anyone who can read the mailbox could set a new one. Throws `data_link.invalid`. */
export function deleteAccountByLink(ctx: Context, { token }: DataLinkToken): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) =>
    deleteAccountOf(ctx, tx, await lockDataLink(ctx, tx, token)),
  );
}
