import { eq } from 'drizzle-orm';
import { mailStops } from '#db/schema/index.ts';
import type { Config } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { HOUR, takeAttempt } from '#src/platform/limits/rate-limit.ts';
import type { Composer, Mail, MailContext } from '#src/platform/mail.ts';
import { openToken, signToken } from '#src/platform/signed-tokens.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { accountName } from '#src/shared/fields.ts';

/** For all mails together that strangers can have sent to a mailbox. */
const LIMITS = [
  { name: 'mail-unconfirmed', limit: 3, seconds: HOUR },
  { name: 'mail-unconfirmed-day', limit: 10, seconds: 24 * HOUR },
];

const PURPOSE = 'mail stop';

/** Most mail servers deliver `name+tag` to `name`, and Google ignores dots. Domains are in ASCII (`xn--`). */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*?)(?:\+[^@]*)?@([^@]*)$/.exec(accountName(email)) ?? ['', email];
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/**
 * Composes a mail to an address that nobody has confirmed, and which a stranger may have typed. Adds the link "Mejla
 * mig inte mer". Returns undefined if its owner pressed that, or over the limits. Mails are counted when they are
 * composed, so that the response to the request does not depend on them. Retries are not counted again, and neither are
 * mails that an admin caused (`isCounted` false).
 */
export async function composeUnconfirmed(
  ctx: MailContext,
  email: string,
  { attempts }: Parameters<Composer>[2],
  compose: () => Promise<Mail | undefined>,
  { isCounted = true } = {},
): Promise<Mail | undefined> {
  const mailbox = hashToken(mailboxOf(email));
  if (await isStopped(ctx.database.db, mailbox)) return undefined;
  if (isCounted && attempts === 1 && !(await isWithinLimits(ctx, mailbox))) return undefined;
  const mail = await compose();
  if (!mail) return undefined;
  const url = `${ctx.siteUrl}/mejl/stopp/${await signStopLink(ctx.config, mailbox)}`;
  return {
    ...mail,
    footerLinks: [...(mail.footerLinks ?? []), { label: 'Mejla mig inte mer', url }],
    list: mail.list ?? { id: `obekraftat.${new URL(ctx.siteUrl).hostname}`, unsubscribeUrl: url },
  };
}

async function isWithinLimits({ database, log }: Context, mailbox: string): Promise<boolean> {
  for (const limit of LIMITS) {
    if ((await takeAttempt(database.db, limit, mailbox)) === 0) continue;
    log.info(
      { limit: limit.name },
      'The outbox dropped a mail: its mailbox got as many unconfirmed mails as allowed.',
    );
    return false;
  }
  return true;
}

export async function isStopped(db: Reader, mailboxHash: string): Promise<boolean> {
  const rows = await db.select().from(mailStops).where(eq(mailStops.mailbox_hash, mailboxHash));
  return rows.length > 0;
}

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;

/** Returns the token of the link that stops unconfirmed mails to a mailbox. */
export const signStopLink = (config: KeyConfig, mailboxHash: string): Promise<string> =>
  signToken(config, PURPOSE, Uint8Array.fromHex(mailboxHash));

/** Returns the hash of the mailbox that a mailed link is about. Undefined if the link is invalid. */
export async function openStopLink(config: KeyConfig, token: string): Promise<string | undefined> {
  return (await openToken(config, PURPOSE, token))?.toHex();
}
