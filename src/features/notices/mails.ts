import { orderNumberOf } from '#src/features/announcements/rules.ts';
import { DEFAULT_GROUND, referenceOf } from '#src/features/statements/rules.ts';
import { composeUnconfirmed } from '#src/platform/mail/unconfirmed.ts';
import type { Composer, Composers, Mail, MailContext } from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { adStateOf } from './admin/rules.ts';
import { findNotice } from './store.ts';

type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

/**
 * The address is unverified and may be a stranger's, so the mails contain no name and none of the sender's text. The
 * order number is that of an ad which exists or existed.
 */
const noticeMail =
  (contentOf: (ctx: MailContext, notice: Notice) => Omit<Mail, 'to' | 'name'>): Composer =>
  async (ctx, { notice_id = '' }) => {
    const notice = await findNotice(ctx.database.db, notice_id, dayInStockholm(ctx.now()));
    return notice && { to: notice.email, name: '', ...contentOf(ctx, notice) };
  };

const factsOf = (notice: Notice) => [
  { label: 'Annons', value: orderNumberOf(notice.url) ?? notice.url },
  { label: 'Ärende', value: referenceOf(notice) },
  { label: 'Anmäld', value: formatLongDay(dayInStockholm(new Date(notice.created_at))) },
];

const reasonForMail =
  'Du får mejlet för att någon anmälde en annons på Startplatsmarknaden med den här adressen. Var det inte du? Då behöver du inte göra något.';

const receiptMail = noticeMail((ctx, notice) => ({
  subject: `Vi har tagit emot din anmälan av annons ${orderNumberOf(notice.url)}`,
  preheader: 'Vi går igenom den och mejlar dig vårt beslut.',
  paragraphs: [
    `Tack för din anmälan av en annons på Startplatsmarknaden hos ${ctx.config.siteName}. Vi har tagit emot den.`,
    'En människa går igenom den och fattar ett beslut. Du får ett nytt mejl när det är klart.',
  ],
  facts: factsOf(notice),
  button: { label: 'Läs reglerna för marknaden', url: `${ctx.siteUrl}/rules` },
  secondaryLink: { label: 'Vill du lägga till något? Kontakta oss', url: contactUrl(ctx, notice) },
  notes: [reasonForMail],
}));

/** What became of the notice, and what is true of the ad when the mail is composed. */
function outcomeOf(notice: Notice): { preheader: string; sentence: string } {
  const state = adStateOf(notice);
  const gone = state === 'deleted' ? 'Annonsen är redan borttagen.' : 'Annonsen visas inte längre.';
  if (notice.decision === 'removed')
    return {
      preheader: gone,
      sentence: `Vi har gått igenom din anmälan och beslutat att annonsen inte får visas. ${gone} Den som lade upp den får inte veta vem som anmälde den.`,
    };
  return state === 'shown'
    ? {
        preheader: 'Annonsen får vara kvar.',
        sentence: 'Vi har gått igenom din anmälan och beslutat att annonsen får vara kvar.',
      }
    : {
        preheader: gone,
        sentence: `Vi har gått igenom din anmälan och beslutat att inte göra något mer. ${gone}`,
      };
}

/**
 * Contains `facts` only if the ad stays. If the ad is hidden, they are addressed to its owner. A decision to keep the
 * ad needs no ground.
 */
const decisionMail = noticeMail((ctx, notice) => {
  const isRemoved = notice.decision === 'removed';
  const { preheader, sentence } = outcomeOf(notice);
  const ground = notice.ground ?? (isRemoved ? DEFAULT_GROUND : null);
  const facts = isRemoved ? null : notice.facts;
  return {
    subject: `Beslut om din anmälan av annons ${orderNumberOf(notice.url)}`,
    preheader,
    paragraphs: [sentence],
    facts: [
      ...factsOf(notice),
      ...(facts ? [{ label: 'Bedömning', value: facts }] : []),
      ...(ground ? [{ label: 'Grund', value: ground }] : []),
    ],
    afterFacts: [
      'En människa har fattat beslutet. Inget i det var automatiserat.',
      `Tycker du att beslutet är fel? Skriv till oss inom sex månader och ange ärendet ${referenceOf(notice)}, så prövar vi det igen. Du kan också få saken prövad i domstol.`,
    ],
    button: { label: 'Invänd mot beslutet', url: contactUrl(ctx, notice) },
    secondaryLink: { label: 'Reglerna för Startplatsmarknaden', url: `${ctx.siteUrl}/rules` },
    notes: [reasonForMail],
  };
});

const contactUrl = ({ siteUrl }: MailContext, notice: Notice) =>
  `${siteUrl}/contact?${new URLSearchParams({ subject: `Ärende ${referenceOf(notice)}` })}`;

export const noticeMails: Composers = {
  /** Anyone can trigger it for any address, so it is limited per recipient. */
  'notice.received': async (ctx, about, queued) => {
    const notice = await findNotice(ctx.database.db, about.notice_id ?? '', dayInStockholm(ctx.now()));
    if (!notice || notice.decision) return undefined;
    return composeUnconfirmed(ctx, notice.email, queued, () => receiptMail(ctx, about, queued));
  },
  /** An admin causes it, so it does not count. */
  'notice.decided': async (ctx, about, queued) => {
    const notice = await findNotice(ctx.database.db, about.notice_id ?? '', dayInStockholm(ctx.now()));
    const compose = () => decisionMail(ctx, about, queued);
    return notice && composeUnconfirmed(ctx, notice.email, queued, compose, { isCounted: false });
  },
};
