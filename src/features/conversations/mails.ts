import { quoteMessage, quoteUserText } from '#src/platform/mail/quote-user-text.ts';
import type { Composers } from '#src/platform/mail.ts';
import { nameError } from '#src/shared/names.ts';
import { findNewMessageMail } from './store.ts';

export const conversationMails: Composers = {
  'conversation.message': async (ctx, { conversation_id = '', receiver_id = '' }) => {
    const mail = await findNewMessageMail(ctx.database.db, conversation_id, receiver_id);
    if (!mail) return undefined;
    const { email, full_name, sender_id, sender_name, message_text, announcement } = mail;
    const { siteName } = ctx.config;
    // Older accounts may have names that would be rejected today.
    const firstName = nameError(sender_name, siteName)
      ? ''
      : quoteUserText(sender_name.trim().split(/\s/)[0] ?? '');
    const race = quoteUserText(announcement.event_name);
    const quote = quoteMessage(message_text);
    const query = new URLSearchParams({
      announcement: announcement.id,
      user: sender_id,
      conversation: conversation_id,
    });
    return {
      to: email,
      name: nameError(full_name, siteName) ? '' : full_name,
      subject: `Nytt meddelande ${firstName && `från ${firstName} `}om ${race}`,
      preheader: quote,
      paragraphs: [
        `${firstName ? `Medlemmen ${firstName}` : 'En medlem'} har skrivit till dig på Startplatsmarknaden:`,
        quote,
      ],
      facts: [
        { label: 'Lopp', value: race },
        { label: 'Distans', value: announcement.distance },
        { label: 'Annons', value: announcement.order_number },
      ],
      button: { label: 'Läs och svara', url: `${ctx.siteUrl}/marketplace/inbox?${query}` },
      notes: [
        'Svara på marknadsplatsen, inte på det här mejlet. Nästa mejl om konversationen kommer först när du har läst det som väntar.',
        'Du får mejlet för att du har ett konto på Startplatsmarknaden. Är det något som inte stämmer? Anmäl användaren i konversationen.',
      ],
    };
  },
};
