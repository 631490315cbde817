import type { Db } from '../../platform/database';
import { type Composers, type Mail, type MailContext, orderMail } from '../../platform/mail';
import { quoted } from '../../platform/mail/quoted';
import { dayInStockholm, formatDays, formatLongDay } from '../../shared/dates';
import { NO_REASON } from './contract';
import { isPlainName } from './rules';
import type { StoredSubmission } from './store';

/**
 * Orders the mail about a decision, in its transaction (D14). The order carries what the mail says: the proposal may be
 * deleted before the mail is made, and who proposed shall hear of the decision all the same.
 */
export function orderDecisionMail(db: Db, decided: StoredSubmission): Promise<void> {
  const { id, status, submitter_email, event_name, event_date, event_end_date, sport_type } = decided;
  return orderMail(db, {
    kind: `submission.${status}`,
    about: {
      submission_id: id,
      email: submitter_email,
      event_name,
      event_date,
      event_end_date: event_end_date ?? '',
      sport_type,
      submitted_on: dayInStockholm(new Date(decided.submitted_at)),
      admin_comments: decided.admin_comments ?? '',
    },
  });
}

/**
 * The mails about decisions. Nobody has proved that the address is the proposer's: the mail greets nobody by name and says
 * nothing in the proposer's words but the name of the event, that only when an admin let it on the calendar or when it
 * can send nobody anywhere.
 */
export const submissionMails: Composers = {
  'submission.approved': async (ctx, about) => approval(ctx, about),
  'submission.rejected': async (ctx, about) => rejection(ctx, about),
};

function approval(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '', event_date = '', event_end_date = '' } = about;
  const isPast = (event_end_date || event_date) < dayInStockholm(ctx.now());
  const query = new URLSearchParams({ q: event_name, ...(isPast && { date: 'all' }) });
  return {
    to: email,
    name: '',
    subject: `Ditt evenemang finns i kalendern: ${quoted(event_name)}`,
    preheader: `Vi har granskat och godkänt ditt förslag till ${ctx.config.siteName}.`,
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}! Vi har granskat och godkänt det, och nu finns evenemanget i kalendern.`,
      ...commentOf(about),
    ],
    facts: factsOf(about),
    button: { label: 'Visa evenemanget i kalendern', url: `${ctx.siteUrl}/?${query}` },
    more: { label: 'Stämmer något inte? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [whyItCame(about)],
  };
}

function rejection(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '' } = about;
  return {
    to: email,
    name: '',
    subject: isPlainName(event_name)
      ? `Ditt förslag godkändes inte: ${quoted(event_name)}`
      : 'Ditt förslag till kalendern godkändes inte',
    preheader: 'Du är välkommen att komplettera uppgifterna och skicka in det igen.',
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}. Vi har granskat det och kan inte lägga in det i kalendern som det är.`,
      ...commentOf(about),
      'Går uppgifterna att komplettera eller rätta? Då är du välkommen att skicka in evenemanget igen.',
    ],
    facts: factsOf({ ...about, event_name: isPlainName(event_name) ? event_name : '' }),
    button: { label: 'Föreslå evenemanget igen', url: `${ctx.siteUrl}/submit-event` },
    more: { label: 'Har du frågor? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [whyItCame(about)],
  };
}

/** The reviewer's words, a paragraph a line; the word that stands for no reason is none. */
function commentOf({ admin_comments = '' }: Record<string, string>): string[] {
  const lines = admin_comments.split(/[\r\n]+/).filter((line) => line.trim());
  return lines.length === 0 || admin_comments === NO_REASON
    ? []
    : ['Kommentar från oss som granskar:', ...lines];
}

const factsOf = ({ event_name = '', event_date = '', event_end_date = '', sport_type = '' }) => [
  ...(event_name ? [{ label: 'Evenemang', value: quoted(event_name) }] : []),
  { label: 'Datum', value: formatDays(event_date, event_end_date || null) },
  { label: 'Sport', value: sport_type },
];

const whyItCame = ({ submitted_on = '' }: Record<string, string>) =>
  `Du får mejlet för att någon föreslog ett evenemang med den här adressen den ${formatLongDay(submitted_on)}. Var det inte du? Då behöver du inte göra något.`;
