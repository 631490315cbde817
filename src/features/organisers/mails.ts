import { type EventField, labelOf } from '#src/features/events/labels.ts';
import type { Db } from '#src/platform/database.ts';
import { quoteUserText } from '#src/platform/mail/quote-user-text.ts';
import { type Composers, enqueueMail, type Mail, type MailContext } from '#src/platform/mail.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { findForMail, storeToken } from './store.ts';

export const queueLinkMail = (db: Db, about: { organiser_id: string; email: string }): Promise<void> =>
  enqueueMail(db, { kind: 'organiser.link', about });

type Decision = {
  status: 'approved' | 'rejected';
  email: string;
  proposal_id: string;
  event_name: string;
  url: string;
  /** The names of the proposed fields, separated by commas. */
  fields: string;
  admin_comments: string;
};

export const queueDecisionMail = (db: Db, { status, ...about }: Decision): Promise<void> =>
  enqueueMail(db, { kind: `organiser.${status}`, about });

/** The token is created when the mail is composed, so the outbox never contains one. */
export const organiserMails: Composers = {
  'organiser.link': async (ctx, { organiser_id = '' }) => {
    const { db } = ctx.database;
    const organiser = await findForMail(db, organiser_id, ctx.now().toISOString());
    if (!organiser) return undefined;
    const token = newToken();
    const hash = hashToken(token);
    if (!(await db.transaction((tx) => storeToken(tx, organiser_id, hash)))) return undefined;
    return linkMail(ctx, organiser, token);
  },
  'organiser.approved': async (ctx, about) => decisionMail(ctx, about, true),
  'organiser.rejected': async (ctx, about) => decisionMail(ctx, about, false),
};

function linkMail(
  { config, siteUrl }: MailContext,
  { email, series_name, expires_at }: NonNullable<Awaited<ReturnType<typeof findForMail>>>,
  token: string,
): Mail {
  const lastDay = formatLongDay(dayInStockholm(new Date(expires_at)));
  return {
    to: email,
    name: '',
    subject: `Din arrangörslänk: ${quoteUserText(series_name)}`,
    preheader: 'Håll loppets uppgifter aktuella själv.',
    paragraphs: [
      `Du har fått en länk som arrangör av ${quoteUserText(series_name)} i ${config.siteName}. Med den ändrar du loppets läge, anmälan, länkar, priser och regler för namnbyte direkt, och lägger upp nästa års lopp.`,
      'Namn, datum, plats, distanser och sport granskar vi först. Du ser också hur många som tittar på loppet, följer det, säljer och söker startplats.',
    ],
    facts: [
      { label: 'Lopp', value: quoteUserText(series_name) },
      { label: 'Länken gäller till', value: lastDay },
    ],
    button: { label: 'Till arrangörssidan', url: `${siteUrl}/arrangor#${token}` },
    secondaryLink: { label: 'Har du frågor? Kontakta oss', url: `${siteUrl}/contact` },
    notes: [
      'Den som har länken kan ändra loppets uppgifter, så skicka den bara till dem som ska göra det. En ny länk ersätter den förra.',
      'Du får mejlet för att vi som sköter kalendern har angett din adress som arrangörens. Stämmer det inte? Hör av dig, så tar vi bort den.',
    ],
  };
}

const labelsOf = (fields: string): string =>
  fields
    .split(',')
    .map((name) => labelOf(name as EventField))
    .filter(Boolean)
    .join(', ');

function decisionMail({ siteUrl }: MailContext, about: Record<string, string>, isApproved: boolean): Mail {
  const { email = '', event_name = '', url = '', fields = '', admin_comments = '' } = about;
  const name = quoteUserText(event_name);
  const comment = admin_comments.split(/[\r\n]+/).filter((line) => line.trim());
  return {
    to: email,
    name: '',
    subject: isApproved ? `Din ändring är införd: ${name}` : `Din ändring infördes inte: ${name}`,
    preheader: isApproved ? 'Kalendern visar de nya uppgifterna.' : 'Uppgifterna i kalendern är oförändrade.',
    paragraphs: [
      isApproved
        ? 'Vi har granskat ditt förslag, och kalendern visar nu de nya uppgifterna.'
        : 'Vi har granskat ditt förslag och har inte ändrat uppgifterna i kalendern.',
      ...(comment.length > 0 ? ['Kommentar från oss som granskar:', ...comment] : []),
    ],
    facts: [
      { label: 'Lopp', value: name },
      { label: 'Gäller', value: labelsOf(fields) },
    ],
    button: { label: 'Visa loppet', url: `${siteUrl}${url || '/'}` },
    secondaryLink: { label: 'Stämmer något inte? Kontakta oss', url: `${siteUrl}/contact` },
    notes: ['Du får mejlet för att ändringen föreslogs med din arrangörslänk.'],
  };
}
