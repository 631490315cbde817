import { recipientOf } from '#src/features/accounts/service.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { quoteUserText } from '#src/platform/mail/quote-user-text.ts';
import type { Composer, Composers } from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { formatPrice } from '#src/shared/text.ts';
import { findReminder } from './expiry/store.ts';
import { findReservation } from './reservation/store.ts';
import { adPath, DONE_LABELS, isReserved } from './rules.ts';
import { findAnnouncementsOf, findEventMail } from './store.ts';

/** To everyone with an open ad for a race, or a conversation about one. Dropped if the race is planned again. */
const eventMail =
  (
    status: 'cancelled' | 'postponed',
    { subject, sentence }: { subject: string; sentence: string },
  ): Composer =>
  async (ctx, { event_id = '', user_id = '' }) => {
    const mail = await findEventMail(ctx.database.db, event_id, user_id);
    if (!mail || mail.status !== status) return undefined;
    const name = quoteUserText(mail.event_name);
    return {
      ...recipientOf(mail, ctx.config.siteName),
      subject: `${subject}: ${name}`,
      preheader: 'Du har en annons eller en konversation om loppet.',
      paragraphs: [
        `${name} ${sentence}`,
        'Annonser för loppet är dolda tills vidare. Konversationer finns kvar, så att ni kan komma överens om vad som ska gälla.',
      ],
      facts: [
        { label: 'Datum', value: formatLongDay(mail.event_date) },
        { label: 'Från arrangören', value: mail.status_note ? quoteUserText(mail.status_note) : '' },
      ].filter(({ value }) => value),
      button: { label: 'Till dina meddelanden', url: `${ctx.siteUrl}/marketplace/inbox` },
      secondaryLink: { label: 'Till dina annonser', url: `${ctx.siteUrl}/marketplace/profile` },
      notes: [
        'Du får mejlet för att du har en annons för loppet på Startplatsmarknaden, eller har skrivit med någon som har det.',
      ],
    };
  };

/** To the member for whom an ad was reserved, or whose reservation was prolonged. Dropped if it has ended. */
const reserved: Composer = async (ctx, { announcement_id = '', user_id = '' }) => {
  const mail = await findReservation(ctx.database.db, announcement_id, user_id, dayInStockholm(ctx.now()));
  if (!mail?.reserved_until || mail.reserved_for !== user_id || !isReserved(mail, ctx.now()))
    return undefined;
  const until = formatShortMoment(mail.reserved_until);
  return {
    ...recipientOf(mail, ctx.config.siteName),
    subject: `Reserverad för dig: ${quoteUserText(mail.event_name)}`,
    preheader: `Till ${until}.`,
    paragraphs: [
      `Annonsen är reserverad för dig till ${until}. Under tiden tar den inte emot andra intresserade.`,
      'Kom överens i konversationen innan dess. Sedan blir annonsen öppen för alla igen.',
    ],
    facts: adFacts(mail),
    button: conversationButton(ctx, announcement_id, mail.owner_id),
    notes: ['Du får mejlet för att du har skrivit om annonsen på Startplatsmarknaden.'],
  };
};

const conversationButton = ({ siteUrl }: { siteUrl: string }, announcement: string, user: string) => ({
  label: 'Till konversationen',
  url: `${siteUrl}/marketplace/inbox?${new URLSearchParams({ announcement, user })}`,
});

const reservationLapsed: Composer = async (ctx, { announcement_id = '', user_id = '', buyer_id = '' }) => {
  const mail = await findReservation(ctx.database.db, announcement_id, user_id, dayInStockholm(ctx.now()));
  if (!mail || mail.is_completed) return undefined;
  const { is_open } = mail;
  const isOwner = user_id === mail.owner_id;
  const name = quoteUserText(mail.event_name);
  return {
    ...recipientOf(mail, ctx.config.siteName),
    subject: `Reservationen har gått ut: ${name}`,
    preheader: is_open ? 'Annonsen är öppen för alla igen.' : 'Annonsen visas inte längre.',
    paragraphs: [
      isOwner
        ? `Reservationen av din annons har gått ut.${is_open ? ' Annonsen är öppen för nya meddelanden igen.' : ' Annonsen visas inte längre.'}`
        : `Annonsen var reserverad för dig. Tiden har gått ut${is_open ? ', och den är öppen för alla igen.' : '. Annonsen visas inte längre.'}`,
      isOwner
        ? `Är platsen såld? Markera annonsen som klar.${is_open ? ' Du kan också reservera den på nytt.' : ''}`
        : is_open
          ? 'Vill du fortfarande ha platsen? Skriv till den som annonserar.'
          : 'Konversationen finns kvar.',
    ],
    facts: adFacts(mail),
    button: conversationButton(ctx, announcement_id, isOwner ? buyer_id : mail.owner_id),
    notes: ['Du får mejlet för att annonsen var reserverad på Startplatsmarknaden.'],
  };
};

const adFacts = (ad: { event_name: string; distance: string; order_number: string }) => [
  { label: 'Lopp', value: quoteUserText(ad.event_name) },
  { label: 'Distans', value: ad.distance },
  { label: 'Annons', value: ad.order_number },
];

const reminder: Composer = async (ctx, { announcement_id = '' }) => {
  const mail = await findReminder(ctx.database.db, announcement_id, dayInStockholm(ctx.now()));
  if (!mail) return undefined;
  const page = `${ctx.siteUrl}${adPath(mail.order_number)}/aktuell`;
  const lastDay = formatLongDay(mail.last_day);
  const done = { label: DONE_LABELS[mail.announcement_type], url: `${page}?svar=klar` };
  return {
    ...recipientOf(mail, ctx.config.siteName),
    subject: `Är din annons fortfarande aktuell? ${quoteUserText(mail.event_name)}`,
    preheader: `Annonsen visas till ${lastDay}.`,
    paragraphs: [
      'Är din annons fortfarande aktuell?',
      mail.is_renewable
        ? `Den visas till och med ${lastDay}. Om du inte gör något döljs den därefter, men den tas inte bort.`
        : `Den visas till och med ${lastDay}. Därefter är loppet eller tiden för namnbyte över, och annonsen döljs.`,
    ],
    facts: [...adFacts(mail), { label: 'Pris', value: formatPrice(mail.price) }],
    ...(mail.is_renewable
      ? { button: { label: 'Ja, förnya', url: page }, secondaryLink: done }
      : { button: done, secondaryLink: { label: 'Till annonsen', url: page } }),
    notes: [
      'Länkarna öppnar en sida där du bekräftar ditt svar. Du kan behöva logga in.',
      'Du får mejlet för att du har en annons på Startplatsmarknaden.',
    ],
  };
};

/** To the owner of an open ad. Dropped if transfers are allowed again, or the race is over. */
const transferForbiddenMail: Composer = async (ctx, { event_id = '', user_id = '' }) => {
  const mail = await findEventMail(ctx.database.db, event_id, user_id);
  const today = dayInStockholm(ctx.now());
  if (mail?.transfer_policy !== 'forbidden' || !isUpcoming(mail, today)) return undefined;
  const ads = (await findAnnouncementsOf(ctx.database.db, user_id, today)).filter(
    (ad) => ad.event_id === event_id && !ad.is_completed,
  );
  const name = quoteUserText(mail.event_name);
  return {
    ...recipientOf(mail, ctx.config.siteName),
    subject: `Startplatsen får inte överlåtas: ${name}`,
    preheader: 'Din annons för loppet visas inte längre.',
    paragraphs: [
      `Arrangören av ${name} tillåter inte överlåtelse av startplatser. Din annons för loppet visas därför inte längre på Startplatsmarknaden.`,
      'Konversationer finns kvar, så att ni kan komma överens om vad som ska gälla.',
    ],
    facts: [
      { label: 'Datum', value: formatLongDay(mail.event_date) },
      ...ads.map(({ order_number, distance }) => ({
        label: 'Annons',
        value: `${order_number}, ${distance}`,
      })),
      { label: 'Arrangörens regler', value: mail.transfer_rules_url ?? '' },
    ].filter(({ value }) => value),
    button: { label: 'Till dina annonser', url: `${ctx.siteUrl}/marketplace/profile` },
    secondaryLink: { label: 'Till dina meddelanden', url: `${ctx.siteUrl}/marketplace/inbox` },
    notes: ['Du får mejlet för att du har en annons för loppet på Startplatsmarknaden.'],
  };
};

export const announcementMails: Composers = {
  'announcement.reserved': reserved,
  'announcement.reservation_lapsed': reservationLapsed,
  'announcement.reminder': reminder,
  'announcement.event_cancelled': eventMail('cancelled', {
    subject: 'Inställt',
    sentence: 'är inställt. Hör med arrangören om startavgiften betalas tillbaka eller kan flyttas.',
  }),
  'announcement.event_postponed': eventMail('postponed', {
    subject: 'Framflyttat',
    sentence: 'är framflyttat, och det nya datumet är inte klart.',
  }),
  'announcement.transfer_forbidden': transferForbiddenMail,
};
