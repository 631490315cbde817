import type { Db } from '../../platform/database';
import { type Composers, enqueueMail, type Mail, type MailContext } from '../../platform/mail';
import { quote } from '../../platform/mail/quoted';
import { dayInStockholm, formatDays, formatLongDay } from '../../shared/dates';
import { DEFAULT_REJECTION_COMMENT } from './contract';
import { isPlainName } from './rules';
import type { StoredSubmission } from './store';

/** The queued mail contains all of its data, because the submission may be deleted before it is sent. */
export function queueDecisionMail(db: Db, submission: StoredSubmission): Promise<void> {
  const { id, status, submitter_email, event_name, event_date, event_end_date, sport_type } = submission;
  return enqueueMail(db, {
    kind: `submission.${status}`,
    about: {
      submission_id: id,
      email: submitter_email,
      event_name,
      event_date,
      event_end_date: event_end_date ?? '',
      sport_type,
      submitted_on: dayInStockholm(new Date(submission.submitted_at)),
      admin_comments: submission.admin_comments ?? '',
    },
  });
}

/**
 * The address is unverified and may be a stranger's, so the mails contain no name and none of the submitter's text
 * except the event's name. That is included only if an admin approved it or it contains no address or phone number.
 */
export const submissionMails: Composers = {
  'submission.approved': async (ctx, about) => approvalMail(ctx, about),
  'submission.rejected': async (ctx, about) => rejectionMail(ctx, about),
};

function approvalMail(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '', event_date = '', event_end_date = '' } = about;
  const isPast = (event_end_date || event_date) < dayInStockholm(ctx.now());
  const query = new URLSearchParams({ q: event_name, ...(isPast && { date: 'all' }) });
  return {
    to: email,
    name: '',
    subject: `Ditt evenemang finns i kalendern: ${quote(event_name)}`,
    preheader: `Vi har granskat och godkänt ditt förslag till ${ctx.config.siteName}.`,
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}! Vi har granskat och godkänt det, och nu finns evenemanget i kalendern.`,
      ...commentParagraphs(about),
    ],
    facts: factsOf(about),
    button: { label: 'Visa evenemanget i kalendern', url: `${ctx.siteUrl}/?${query}` },
    secondaryLink: { label: 'Stämmer något inte? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [reasonForMail(about)],
  };
}

function rejectionMail(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '' } = about;
  return {
    to: email,
    name: '',
    subject: isPlainName(event_name)
      ? `Ditt förslag godkändes inte: ${quote(event_name)}`
      : 'Ditt förslag till kalendern godkändes inte',
    preheader: 'Du är välkommen att komplettera uppgifterna och skicka in det igen.',
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}. Vi har granskat det och kan inte lägga in det i kalendern som det är.`,
      ...commentParagraphs(about),
      'Går uppgifterna att komplettera eller rätta? Då är du välkommen att skicka in evenemanget igen.',
    ],
    facts: factsOf({ ...about, event_name: isPlainName(event_name) ? event_name : '' }),
    button: { label: 'Föreslå evenemanget igen', url: `${ctx.siteUrl}/submit-event` },
    secondaryLink: { label: 'Har du frågor? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [reasonForMail(about)],
  };
}

function commentParagraphs({ admin_comments = '' }: Record<string, string>): string[] {
  const lines = admin_comments.split(/[\r\n]+/).filter((line) => line.trim());
  return lines.length === 0 || admin_comments === DEFAULT_REJECTION_COMMENT
    ? []
    : ['Kommentar från oss som granskar:', ...lines];
}

const factsOf = ({ event_name = '', event_date = '', event_end_date = '', sport_type = '' }) => [
  ...(event_name ? [{ label: 'Evenemang', value: quote(event_name) }] : []),
  { label: 'Datum', value: formatDays(event_date, event_end_date || null) },
  { label: 'Sport', value: sport_type },
];

const reasonForMail = ({ submitted_on = '' }: Record<string, string>) =>
  `Du får mejlet för att någon föreslog ett evenemang med den här adressen den ${formatLongDay(submitted_on)}. Var det inte du? Då behöver du inte göra något.`;
