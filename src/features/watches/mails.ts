import { recipientOf } from '#src/features/accounts/service.ts';
import { takeRecipientAttempt } from '#src/platform/mail/recipient-limit.ts';
import { composeUnconfirmed } from '#src/platform/mail/unconfirmed.ts';
import {
  type Composer,
  type Composers,
  type Mail,
  type MailContext,
  NotYet,
  type RefusalHandlers,
} from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import type { Watch } from './contract.ts';
import { countRequestMail, findRequestForMail, type RequestForMail } from './creation/service.ts';
import { endLink, manageLink, matchLink } from './links/service.ts';
import { stateOf } from './matching/rules.ts';
import { type Digest, digestOf } from './news/rules.ts';
import { NEWS_MAIL } from './news/service.ts';
import * as newsStore from './news/store.ts';
import { ALERTS, ANSWER_DAYS, CADENCE_LABELS, isMailTime, MAIL_PAUSE_MS, nextMailTime } from './rules.ts';
import { watchOf } from './service.ts';
import * as store from './store.ts';

const NOT_YOU = 'Var det inte du? Då kan du bortse från mejlet. Du får inga fler.';

const pageUrl = (siteUrl: string, token: string) => `${siteUrl}/bevakning/${token}`;

/** To an address that watches something already. */
const CONFIRMATIONS_PER_HOUR = 10;

/** To a visitor who wants to watch something. Says so if they do already. */
const confirmMail: Composer = async (ctx, { request_id = '', email = '' }, queued) => {
  const isRetry = queued.attempts > 1;
  const request = await findRequestForMail(ctx, request_id, { isRetry });
  if (!request) return undefined;
  const compose = async () => {
    // Only mails that are sent use up those of a request.
    const mayBeSent = isRetry || (await countRequestMail(ctx, request_id));
    return mayBeSent ? confirmationOf(ctx, email, request) : undefined;
  };
  if (!request.isAddressConfirmed) return composeUnconfirmed(ctx, email, queued, compose);
  const isWithinLimit = await takeRecipientAttempt(ctx, 'watch', email, queued, CONFIRMATIONS_PER_HOUR);
  return isWithinLimit ? compose() : undefined;
};

function confirmationOf(ctx: MailContext, email: string, request: RequestForMail): Mail {
  const { title, cadence, token, lastDay, manageToken } = request;
  const facts = [
    { label: 'Bevakning', value: title },
    { label: 'Hur ofta', value: CADENCE_LABELS[cadence] },
  ];
  if (manageToken)
    return {
      to: email,
      name: '',
      subject: `Du följer redan ${title}`,
      preheader: 'Du behöver inte göra något.',
      paragraphs: ['Du följer redan det här. Du behöver inte göra något.'],
      facts: facts.slice(0, 1),
      button: { label: 'Dina bevakningar', url: pageUrl(ctx.siteUrl, manageToken) },
      notes: ['Du får mejlet för att någon har fyllit i din adress på webbplatsen.'],
    };
  return {
    to: email,
    name: '',
    subject: `Bekräfta bevakningen: ${title}`,
    preheader: 'Bekräfta så mejlar vi när det händer något.',
    paragraphs: ['Vill du få mejl om det här? Bekräfta på sidan som knappen leder till.'],
    facts,
    button: { label: 'Bekräfta bevakningen', url: `${ctx.siteUrl}/bevakning/bekrafta/${token}` },
    notes: [`Länken gäller till ${formatLongDay(lastDay)}. ${NOT_YOU}`],
  };
}

const listIdOf = ({ siteUrl }: MailContext) => `bevakning.${new URL(siteUrl).hostname}`;

/** Sent between 07 and 21. Its id stays the same when it waits. */
const newsMail: Composer = async (ctx, about) => {
  const { db } = ctx.database;
  const { mail_id = '' } = about;
  const watcher_id = await store.currentWatcherId(db, about.watcher_id ?? '');
  const now = ctx.now();
  const recipient = await newsStore.findRecipient(db, watcher_id);
  if (!recipient) return undefined;
  const { paused_until, composed_mail_id } = recipient;
  // A mail server may already have a mail that was composed before.
  if (composed_mail_id !== mail_id && paused_until && paused_until > now.toISOString()) {
    await db.transaction((tx) => newsStore.releaseMail(tx, watcher_id, mail_id, paused_until));
    return undefined;
  }
  if (!isMailTime(now)) throw new NotYet(nextMailTime(now));
  const today = dayInStockholm(now);
  const news = await newsStore.findNewsOfMail(db, watcher_id, mail_id, today);
  const digest = digestOf(news, today);
  const gone = news.filter(({ subject, ad }) => subject === 'ad' && !ad).map(({ subject_id }) => subject_id);
  if (gone.length > 0) await db.transaction((tx) => newsStore.forgetNews(tx, watcher_id, gone));
  if (!digest) {
    await db.transaction((tx) => newsStore.clearMailedAt(tx, watcher_id));
    return undefined;
  }
  const pause = MAIL_PAUSE_MS / 1000;
  const waitsUntil = await db.transaction((tx) =>
    newsStore.startMail(tx, watcher_id, mail_id, { now: now.toISOString(), pause }),
  );
  if (waitsUntil) throw new NotYet(waitsUntil);
  const told = news.filter(({ event, ad }) => event || ad);
  const states = told.flatMap(({ subject_id, event }) =>
    event ? [{ subject_id, told: { ...stateOf(event, today), at: now.toISOString() } }] : [],
  );
  await db.transaction((tx) => newsStore.storeTold(tx, watcher_id, mail_id, states));
  const numbers = [...new Set(told.flatMap((one) => one.numbers))].sort((a, b) => a - b);
  const ownAd = told.find((one) => one.numbers.length === 0 && one.own_ad_id)?.own_ad_id;
  const manageUrl = pageUrl(ctx.siteUrl, await manageLink.sign(ctx.config, watcher_id));
  const watched = (await store.findWatchesByNumber(db, watcher_id, numbers)).map((watch) =>
    watchOf(watch, today),
  );
  const end = await endLink.sign(ctx.config, watcher_id, [...(ownAd ? [ALERTS] : []), ...numbers]);
  const endUrl = `${ctx.siteUrl}/bevakning/avsluta/${end}`;
  const { restCount, sections, subject, preheader } = digest;
  return {
    ...recipientOf(recipient, ctx.config.siteName),
    subject,
    preheader,
    paragraphs: [],
    sections: sections.map(({ title, items }) => ({
      title,
      items: items.map((item) => ({ ...item, url: `${ctx.siteUrl}${item.url}` })),
    })),
    afterFacts: restCount > 0 ? [`Och ${restCount} till.`] : [],
    button: newsButton(ctx, digest, watched),
    secondaryLink: { label: 'Ändra eller pausa dina bevakningar', url: manageUrl },
    footerLinks: [
      ...(ownAd && recipient.user_id
        ? [
            {
              label: 'Sluta mejla om det som passar annonsen',
              url: `${ctx.siteUrl}/bevakning/annons/${await matchLink.sign(ctx.config, recipient.user_id, ownAd)}`,
            },
          ]
        : []),
      { label: endLabel(watched.length, ownAd !== undefined), url: endUrl },
    ],
    list: { id: listIdOf(ctx), unsubscribeUrl: endUrl },
    notes: [
      ...(watched.length > 0
        ? [`Du får mejlet för att du följer: ${shortList(watched.map(({ title }) => title))}`]
        : []),
      ...(ownAd ? ['Du får mejlet för att du har en annons för samma lopp på Startplatsmarknaden.'] : []),
    ],
  };
};

function newsButton({ siteUrl }: MailContext, { onlyPath, isAds }: Digest, watched: Watch[]) {
  if (onlyPath) return { label: isAds ? 'Visa annonsen' : 'Visa loppet', url: `${siteUrl}${onlyPath}` };
  const [watch, ...others] = watched;
  if (watch && others.length === 0) return { label: 'Visa alla', url: `${siteUrl}${watch.url}` };
  return isAds
    ? { label: 'Till Startplatsmarknaden', url: `${siteUrl}/marketplace` }
    : { label: 'Till kalendern', url: `${siteUrl}/` };
}

function endLabel(watchCount: number, isMatch: boolean): string {
  if (watchCount === 0) return 'Sluta mejla om det som passar mina annonser';
  if (isMatch) return 'Avsluta allt som mejlet handlar om';
  return watchCount > 1 ? 'Avsluta bevakningarna' : 'Avsluta bevakningen';
}

const NAMED_MAX = 3;

function shortList(titles: readonly string[]): string {
  const rest = titles.length - NAMED_MAX;
  return `${titles.slice(0, NAMED_MAX).join('; ')}${rest > 0 ? ` och ${rest} till` : ''}.`;
}

/** Once a year, for watches without an end. */
const renewalMail: Composer = async (ctx, about) => {
  const { db } = ctx.database;
  const watcher_id = await store.currentWatcherId(db, about.watcher_id ?? '');
  const [recipient, asked] = await Promise.all([
    newsStore.findRecipient(db, watcher_id),
    store.findAskedWatches(db, watcher_id),
  ]);
  if (!recipient || asked.length === 0) return undefined;
  const today = dayInStockholm(ctx.now());
  const url = pageUrl(ctx.siteUrl, await manageLink.sign(ctx.config, watcher_id));
  const end = await endLink.sign(
    ctx.config,
    watcher_id,
    asked.map(({ number }) => number),
  );
  const endUrl = `${ctx.siteUrl}/bevakning/avsluta/${end}`;
  const titles = asked.map((watch) => watchOf(watch, today).title);
  return {
    ...recipientOf(recipient, ctx.config.siteName),
    subject: ['Vill du fortsätta följa?', ...(titles.length === 1 ? titles : [])].join(' '),
    preheader: `Svara inom ${ANSWER_DAYS} dagar, annars avslutas bevakningen.`,
    paragraphs: [
      'Du har följt det här i ett år. Vill du fortsätta?',
      `Svara inom ${ANSWER_DAYS} dagar på sidan som knappen leder till. Annars avslutas ${titles.length > 1 ? 'bevakningarna' : 'bevakningen'}, och du får inga fler mejl om det.`,
    ],
    facts: [{ label: titles.length > 1 ? 'Bevakningar' : 'Bevakning', value: titles.join('\n') }],
    button: { label: 'Fortsätt följa', url },
    footerLinks: [{ label: endLabel(titles.length, false), url: endUrl }],
    list: { id: listIdOf(ctx), unsubscribeUrl: endUrl },
    notes: ['Vi frågar en gång om året.'],
  };
};

export const watchMails: Composers = {
  'watch.confirm': confirmMail,
  [NEWS_MAIL]: newsMail,
  'watch.renewal': renewalMail,
};

const endRefused: RefusalHandlers[string] = async ({ database, now }, { watcher_id, email = '' }) => {
  const id = watcher_id
    ? await store.currentWatcherId(database.db, watcher_id)
    : (await store.findWatcherByEmail(database.db, email))?.id;
  if (id) await database.db.transaction((tx) => store.markRefused(tx, id, now().toISOString()));
};

export const watchRefusals: RefusalHandlers = Object.fromEntries(
  Object.keys(watchMails).map((kind) => [kind, endRefused]),
);
