import type { Composers, Mail, MailContext } from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { formatTime } from '#src/shared/instants.ts';
import { findMailedAccount, type MailedAccount, recipientOf } from '../service.ts';

type NoticeContent = Pick<Mail, 'subject' | 'preheader' | 'paragraphs' | 'button'> & Partial<Mail>;

export const accountNotices: Composers = {
  'account.reset_done': noticeComposer((ctx) => ({
    subject: 'Ditt lösenord har ändrats',
    preheader: 'Du är utloggad överallt där du var inloggad.',
    paragraphs: [
      'Lösenordet till ditt konto på Startplatsmarknaden har ändrats med en länk som vi har mejlat till dig.',
      'Alla inloggningar har avslutats. Logga in med det nya lösenordet.',
    ],
    button: { label: 'Logga in', url: `${ctx.siteUrl}/marketplace/login` },
    secondaryLink: resetLink(ctx),
  })),

  'account.new_login': noticeComposer((ctx, _, { at = '' }) => ({
    subject: 'Ny inloggning på ditt konto',
    preheader: 'Någon har loggat in från en ny plats.',
    paragraphs: [
      'Någon har loggat in på ditt konto på Startplatsmarknaden från en internetanslutning som inte har använts för kontot de senaste 30 dagarna.',
      'Var det inte du? Välj ett nytt lösenord. Då loggas alla ut.',
    ],
    facts: [{ label: 'Tid', value: `${formatLongDay(dayInStockholm(new Date(at)))} kl. ${formatTime(at)}` }],
    button: { label: 'Välj nytt lösenord', url: `${ctx.siteUrl}/marketplace/forgot-password` },
    notes: [
      'Du får mejlet för att du har ett konto på Startplatsmarknaden. Var det du? Då behöver du inte göra något.',
    ],
  })),

  /** Queued by the release before statements of reasons. A mail may wait in the outbox during the update. */
  'account.suspended': noticeComposer((ctx) => ({
    subject: 'Ditt konto är avstängt',
    preheader: 'Du kan inte logga in på Startplatsmarknaden.',
    paragraphs: [
      'Ditt konto på Startplatsmarknaden har stängts av av oss som driver tjänsten.',
      'Alla inloggningar har avslutats, och dina annonser visas inte så länge kontot är avstängt.',
    ],
    button: { label: 'Kontakta oss', url: `${ctx.siteUrl}/contact` },
  })),

  /** No longer sent: it followed the press that it reported. A mail may wait in the outbox during the update. */
  'account.verified': async () => undefined,

  'account.reopened': noticeComposer((ctx) => ({
    subject: 'Ditt konto är öppet igen',
    preheader: 'Du kan logga in på Startplatsmarknaden igen.',
    paragraphs: ['Ditt konto på Startplatsmarknaden är inte längre avstängt. Du kan logga in igen.'],
    button: { label: 'Logga in', url: `${ctx.siteUrl}/marketplace/login` },
  })),
};

const resetLink = ({ siteUrl }: MailContext) => ({
  label: 'Var det inte du? Välj ett nytt lösenord',
  url: `${siteUrl}/marketplace/forgot-password`,
});

const DEFAULT_NOTES = ['Du får mejlet för att du har ett konto på Startplatsmarknaden.'];

/** Unverified addresses get no notice: they may be a stranger's. */
function noticeComposer(
  contentOf: (ctx: MailContext, account: MailedAccount, about: Record<string, string>) => NoticeContent,
): Composers[string] {
  return async (ctx, about) => {
    const account = await findMailedAccount(ctx, { user_id: about.user_id ?? '' });
    if (!account?.is_verified) return undefined;
    return {
      ...recipientOf(account, ctx.config.siteName),
      notes: DEFAULT_NOTES,
      ...contentOf(ctx, account, about),
    };
  };
}
