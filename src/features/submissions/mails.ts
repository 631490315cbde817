import { RACE_FIELD_NAMES, type RaceField } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import type { Db } from '#src/platform/database.ts';
import { quoteUserText } from '#src/platform/mail/quote-user-text.ts';
import { composeUnconfirmed } from '#src/platform/mail/unconfirmed.ts';
import {
  type Composer,
  type Composers,
  enqueueMail,
  type Mail,
  type MailContext,
} from '#src/platform/mail.ts';
import { dayInStockholm, formatDays, formatLongDay } from '#src/shared/dates.ts';
import { joinDistances, kilometresOf } from '#src/shared/distances.ts';
import { DEFAULT_REJECTION_COMMENT } from './contract.ts';
import { isPlainName } from './rules.ts';
import { findPendingSubmission, type StoredSubmission } from './store.ts';

/** The mail reads the proposal when it is sent, so that none is sent about one that is decided or deleted. */
export function queueReceiptMail(
  db: Db,
  { id, submitter_email }: { id: string; submitter_email: string },
): Promise<void> {
  return enqueueMail(db, {
    kind: 'submission.received',
    about: { submission_id: id, email: submitter_email },
  });
}

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
  /** Anyone can trigger it for any address, so it is limited per recipient. */
  'submission.received': async (ctx, { submission_id = '' }, queued) => {
    const submission = await findPendingSubmission(ctx.database.db, submission_id);
    if (!submission) return undefined;
    return composeUnconfirmed(ctx, submission.submitter_email, queued, async () =>
      receiptMail(ctx, submission),
    );
  },
  'submission.approved': reviewed(approvalMail),
  'submission.rejected': reviewed(rejectionMail),
};

/** An admin causes it, so it does not count. */
function reviewed(mailOf: (ctx: MailContext, about: Record<string, string>) => Mail): Composer {
  return (ctx, about, queued) =>
    composeUnconfirmed(ctx, about.email ?? '', queued, async () => mailOf(ctx, about), { isCounted: false });
}

function receiptMail(ctx: MailContext, submission: StoredSubmission): Mail {
  const name = isPlainName(submission.event_name) ? submission.event_name : '';
  return {
    to: submission.submitter_email,
    name: '',
    // Without the name: anybody can type one, and this address too.
    subject: 'Vi har tagit emot ditt förslag',
    preheader: 'Vi granskar uppgifterna och mejlar dig när det är klart.',
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}! Vi har tagit emot det och granskar uppgifterna.`,
      'Du får ett nytt mejl när loppet är godkänt eller om något behöver kompletteras.',
    ],
    facts: receiptFacts(submission, name),
    button: { label: 'Till kalendern', url: `${ctx.siteUrl}/` },
    secondaryLink: { label: 'Blev något fel? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [reasonForMail({ submitted_on: dayInStockholm(new Date(submission.submitted_at)) })],
  };
}

const KILOMETRES_MAX = 1000;

/** Other fields are free text, so the mail only names them. */
function receiptFacts(submission: StoredSubmission, event_name: string) {
  const { event_date, event_end_date, sport_type, landskap } = submission;
  const repeatedDistances = submission.distances.filter(
    (distance) => (kilometresOf(distance) ?? Number.POSITIVE_INFINITY) <= KILOMETRES_MAX,
  );
  const repeatedFields: readonly RaceField[] = [
    ...(['event_date', 'event_end_date', 'sport_type', 'landskap'] as const),
    ...(event_name ? (['event_name'] as const) : []),
    ...(repeatedDistances.length === submission.distances.length ? (['distances'] as const) : []),
  ];
  const namedFields = RACE_FIELD_NAMES.filter(
    (name) => !repeatedFields.includes(name) && String(submission[name] ?? '') !== '',
  );
  return [
    ...factsOf({ event_name, event_date, event_end_date: event_end_date ?? '', sport_type }),
    { label: 'Distanser', value: joinDistances(repeatedDistances) },
    { label: 'Landskap', value: landskap ?? '' },
    { label: 'Även ifyllt', value: namedFields.map((name) => labelOf(name)).join(', ') },
  ].filter(({ value }) => value);
}

function approvalMail(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '', event_date = '', event_end_date = '' } = about;
  const isPast = (event_end_date || event_date) < dayInStockholm(ctx.now());
  const query = new URLSearchParams({ q: event_name, ...(isPast && { date: 'all' }) });
  return {
    to: email,
    name: '',
    subject: `Ditt lopp finns i kalendern: ${quoteUserText(event_name)}`,
    preheader: `Vi har granskat och godkänt ditt förslag till ${ctx.config.siteName}.`,
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}! Vi har granskat och godkänt det, och nu finns loppet i kalendern.`,
      ...commentParagraphs(about),
    ],
    facts: factsOf(about),
    button: { label: 'Visa loppet i kalendern', url: `${ctx.siteUrl}/?${query}` },
    secondaryLink: { label: 'Stämmer något inte? Kontakta oss', url: `${ctx.siteUrl}/contact` },
    notes: [reasonForMail(about)],
  };
}

function rejectionMail(ctx: MailContext, about: Record<string, string>): Mail {
  const { email = '', event_name = '' } = about;
  return {
    to: email,
    name: '',
    subject: 'Ditt förslag till kalendern godkändes inte',
    preheader: 'Du är välkommen att komplettera uppgifterna och skicka in det igen.',
    paragraphs: [
      `Tack för ditt förslag till ${ctx.config.siteName}. Vi har granskat det och kan inte lägga in det i kalendern som det är.`,
      ...commentParagraphs(about),
      'Går uppgifterna att komplettera eller rätta? Då är du välkommen att skicka in loppet igen.',
    ],
    facts: factsOf({ ...about, event_name: isPlainName(event_name) ? event_name : '' }),
    button: { label: 'Föreslå loppet igen', url: `${ctx.siteUrl}/submit-event` },
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
  ...(event_name ? [{ label: 'Lopp', value: quoteUserText(event_name) }] : []),
  { label: 'Datum', value: formatDays(event_date, event_end_date || null) },
  { label: 'Sport', value: sport_type },
];

const reasonForMail = ({ submitted_on = '' }: Record<string, string>) =>
  `Du får mejlet för att någon föreslog ett lopp med den här adressen den ${formatLongDay(submitted_on)}. Var det inte du? Då behöver du inte göra något.`;
