import type { Context } from '../../platform/context';
import type { Db } from '../../platform/database';
import type { ContactInfo, ContactMessageInput } from './contract';
import { findContactInfo, insertContactInfo, insertMessage } from './store';

const NOTHING_SET: ContactInfo = {
  company_name: null,
  address: null,
  phone: null,
  email: null,
  business_hours: null,
  description: null,
};

export async function readContactInfo(ctx: Context): Promise<ContactInfo> {
  return (await findContactInfo(ctx.database.db)) ?? NOTHING_SET;
}

/** Sets who runs the calendar unless that is set already, within the caller's transaction. */
export function setContactInfoOnce(db: Db, info: ContactInfo): Promise<void> {
  return insertContactInfo(db, info);
}

/** Stores a visitor's message. What filled in the hidden field is told the same and kept nowhere (D23). */
export async function sendMessage(ctx: Context, input: ContactMessageInput): Promise<{ message: string }> {
  const { website, ...message } = input;
  if (!website) await insertMessage(ctx.database.db, { ...message, created_at: ctx.now().toISOString() });
  return { message: 'Tack för ditt meddelande! Vi återkommer så snart vi kan.' }; // D32
}
