import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext, BackgroundContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { retentionStart } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type {
  AdminContactMessage,
  ContactInfo,
  ContactInfoInput,
  ContactMessageInput,
  MarkReadInput,
} from './contract.ts';
import * as store from './store.ts';

const EMPTY_CONTACT_INFO: ContactInfo = {
  company_name: null,
  address: null,
  phone: null,
  email: null,
  business_hours: null,
  description: null,
};

export async function readContactInfo(ctx: Context): Promise<ContactInfo> {
  return (await store.findContactInfo(ctx.database.db)) ?? EMPTY_CONTACT_INFO;
}

export function setContactInfoIfNone(db: Db, info: ContactInfo): Promise<void> {
  return store.insertContactInfo(db, info);
}

/** Limits unread messages, because admins read them in one list. */
const UNREAD_MAX = 1000;

/** `website` is a honeypot: if it is filled in, the response looks like success and nothing is stored. */
export async function sendMessage(ctx: Context, input: ContactMessageInput): Promise<{ message: string }> {
  const { website, ...message } = input;
  if (!website) {
    await ctx.database.db.transaction(async (tx) => {
      if ((await store.countUnread(tx)) >= UNREAD_MAX)
        throw new AppError('contact.full', { retryAfter: 3600 });
      await store.insertMessage(tx, { ...message, created_at: ctx.now().toISOString() });
    });
  }
  return { message: 'Tack för ditt meddelande! Vi återkommer så snart vi kan.' };
}

export function updateContactInfo(ctx: AdminContext, input: ContactInfoInput): Promise<ContactInfo> {
  if (Object.keys(input).length === 0) return readContactInfo(ctx);
  return ctx.database.db.transaction(async (tx) => {
    const info = await store.changeContactInfo(tx, input);
    await recordAction(tx, ctx, 'contact.update_info', { id: null, name: info.company_name });
    return info;
  });
}

export function markMessage(ctx: AdminContext, { id, is_read }: MarkReadInput): Promise<AdminContactMessage> {
  return ctx.database.db.transaction(async (tx) => {
    const changedMessage = await store.changeReadMark(tx, id, is_read);
    if (changedMessage) {
      const action = is_read ? 'contact.read' : 'contact.unread';
      await recordAction(tx, ctx, action, { id, name: changedMessage.subject });
    }
    const message = changedMessage ?? (await store.findMessage(tx, id));
    if (!message) throw new AppError('contact.message_not_found');
    return message;
  });
}

export function deleteMessage(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const name = await store.removeMessage(tx, id);
    if (name === undefined) throw new AppError('contact.message_not_found');
    await recordAction(tx, ctx, 'contact.delete', { id, name });
    return { message: 'Meddelandet har tagits bort.' };
  });
}

/** Call it only with addresses whose owner has been verified: the messages are private. */
export const findMessagesSentFrom = (db: Db, emails: string[]) => store.findMessagesFrom(db, emails);

export async function sweepMessages({ database, config, now }: BackgroundContext): Promise<void> {
  const since = retentionStart(now(), config.retentionDays);
  if (since) await store.deleteMessagesBefore(database.db, since);
}
