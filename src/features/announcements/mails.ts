import type { Composer, Composers } from '../../platform/mail';
import { quoteUserText } from '../../platform/mail/quote-user-text';
import { formatLongDay } from '../../shared/dates';
import { recipientOf } from '../accounts/service';
import { findEventMail } from './store';

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

export const announcementMails: Composers = {
  'announcement.event_cancelled': eventMail('cancelled', {
    subject: 'Inställt',
    sentence: 'är inställt. Hör med arrangören om startavgiften betalas tillbaka eller kan flyttas.',
  }),
  'announcement.event_postponed': eventMail('postponed', {
    subject: 'Framflyttat',
    sentence: 'är framflyttat, och det nya datumet är inte klart.',
  }),
};
