import { takeRecipientAttempt } from '#src/platform/mail/recipient-limit.ts';
import { composeUnconfirmed } from '#src/platform/mail/unconfirmed.ts';
import type { Composer, Composers, Mail, MailContext } from '#src/platform/mail.ts';
import { withoutAddress } from '#src/shared/names.ts';
import { issueDataLink } from './data-link/service.ts';
import { issueResetLink, issueVerificationLink } from './links/service.ts';
import { accountNotices } from './notices/mails.ts';
import { findMailedAccount, type MailedAccount, recipientOf } from './service.ts';

/** Tokens are created when the mail is composed, so the outbox never contains one. */
export const accountMails: Composers = {
  'account.verification': async (ctx, { user_id = '' }, queued) => {
    const account = await findMailedAccount(ctx, { user_id });
    return (
      account && limitPerRecipient('verification', verificationMail)(ctx, { email: account.email }, queued)
    );
  },
  'account.resend': limitPerRecipient(
    'verification',
    async (ctx, about) => (await verificationMail(ctx, about)) ?? unverifiedMail(ctx, about),
  ),
  'account.exists': limitPerRecipient('verification', async (ctx, about) => {
    const account = await findMailedAccount(ctx, { email: about.email ?? '' });
    return account?.is_verified ? accountExistsMail(account, ctx) : unverifiedMail(ctx, about);
  }),
  'account.reset': limitPerRecipient('reset', async (ctx, { email = '' }) => {
    const account = await issueResetLink(ctx, email);
    return account && resetMail(account, ctx);
  }),
  'account.data_link': limitPerRecipient('data-link', async (ctx, { email = '' }) => {
    const account = await issueDataLink(ctx, email);
    return account && dataLinkMail(account, ctx);
  }),
  ...accountNotices,
};

/**
 * Anyone can trigger these mails for any address, so they are limited per recipient. Addresses without an account are
 * not counted: a later registration still has its full allowance.
 */
function limitPerRecipient(kind: string, composer: Composer): Composer {
  return async (ctx, { email = '' }, queued) => {
    const account = await findMailedAccount(ctx, { email });
    if (!account) return undefined;
    const compose = () => composer(ctx, { email }, queued);
    if (!account.is_verified) return composeUnconfirmed(ctx, account.email, queued, compose);
    return (await takeRecipientAttempt(ctx, kind, account.email, queued)) ? compose() : undefined;
  };
}

async function verificationMail(ctx: MailContext, about: Record<string, string>): Promise<Mail | undefined> {
  const account = await issueVerificationLink(ctx, { email: about.email ?? '' });
  if (!account) return undefined;
  return {
    ...recipientOf(account, ctx.config.siteName),
    subject: 'Verifiera din e-postadress',
    preheader: 'Ett steg kvar, sedan kan du logga in på Startplatsmarknaden.',
    paragraphs: [
      `Välkommen till Startplatsmarknaden på ${ctx.config.siteName}! Verifiera din e-postadress, så kan du logga in.`,
      'Du loggar in med e-postadressen eller med ditt användarnamn.',
    ],
    facts: usernameFacts(account),
    button: {
      label: 'Verifiera e-postadressen',
      url: `${ctx.siteUrl}/marketplace/verify/${account.token}`,
    },
    notes: [
      'Länken gäller i 24 timmar. Har den gått ut kan du begära en ny.',
      'Du får mejlet för att någon har registrerat ett konto med den här adressen. Var det inte du? Då kan du bortse från det: kontot går inte att använda så länge adressen inte är verifierad.',
    ],
  };
}

function resetMail(account: MailedAccount & { token: string }, ctx: MailContext): Mail {
  return {
    ...recipientOf(account, ctx.config.siteName),
    subject: 'Återställ ditt lösenord',
    preheader: 'Välj ett nytt lösenord till Startplatsmarknaden inom en timme.',
    paragraphs: [
      'Vi har fått en begäran om att återställa lösenordet till ditt konto på Startplatsmarknaden.',
      'När du har valt ett nytt lösenord loggas du ut överallt där du var inloggad.',
    ],
    button: { label: 'Välj nytt lösenord', url: resetUrl(ctx, account) },
    notes: [
      'Länken gäller i 1 timme och kan användas en gång.',
      'Du får mejlet för att någon har angett din adress under Glömt lösenord. Var det inte du? Då behöver du inte göra något: lösenordet är oförändrat.',
    ],
  };
}

function dataLinkMail(account: MailedAccount & { token: string }, { config, siteUrl }: MailContext): Mail {
  return {
    ...recipientOf(account, config.siteName),
    subject: 'Dina uppgifter på Startplatsmarknaden',
    preheader: 'Ladda ner dina uppgifter eller ta bort ditt konto inom 24 timmar.',
    paragraphs: [
      'Ditt konto på Startplatsmarknaden är avstängt, så du kan inte logga in. Med länken kan du ändå ladda ner allt som vi har sparat om dig, eller ta bort kontot.',
    ],
    button: { label: 'Till dina uppgifter', url: `${siteUrl}/marketplace/my-data/${account.token}` },
    notes: [
      'Länken gäller i 24 timmar. Den som har länken kan läsa dina uppgifter och ta bort kontot, så skicka den inte vidare.',
      'Du får mejlet för att någon har bett om länken med din adress. Var det inte du? Då behöver du inte göra något.',
    ],
  };
}

/** Registering a known address gets the same response as a new one. Only this mail informs the owner. */
function accountExistsMail(account: MailedAccount, { config, siteUrl }: MailContext): Mail {
  return {
    ...recipientOf(account, config.siteName),
    subject: 'Du har redan ett konto',
    preheader: 'Inget nytt konto har skapats och inget har ändrats.',
    paragraphs: [
      'Någon försökte nyss registrera ett konto på Startplatsmarknaden med din e-postadress. Du har redan ett konto, så inget nytt har skapats och inget har ändrats.',
    ],
    facts: usernameFacts(account),
    button: { label: 'Logga in', url: `${siteUrl}/marketplace/login` },
    secondaryLink: {
      label: 'Glömt lösenordet? Välj ett nytt',
      url: `${siteUrl}/marketplace/forgot-password`,
    },
    notes: [
      'Du får mejlet för att din adress angavs vid en registrering. Var det inte du? Då behöver du inte göra något: den som försökte fick inte veta att adressen har ett konto.',
    ],
  };
}

/** For a contested account. It goes to the person who can read this mail: they choose the password. */
async function unverifiedMail(
  ctx: MailContext,
  { email = '' }: Record<string, string>,
): Promise<Mail | undefined> {
  const existingAccount = await findMailedAccount(ctx, { email });
  const account =
    existingAccount && !existingAccount.is_verified ? await issueResetLink(ctx, email) : undefined;
  if (!account) return undefined;
  return {
    ...recipientOf(account, ctx.config.siteName),
    subject: 'Välj lösenord till ditt konto',
    preheader: 'Din e-postadress är registrerad men inte bekräftad.',
    paragraphs: [
      'Din e-postadress har registrerats på Startplatsmarknaden mer än en gång, men den är inte bekräftad. Därför går kontot inte att använda ännu, och tidigare verifieringslänkar gäller inte.',
      'Är kontot ditt? Välj ett eget lösenord, så är adressen bekräftad och du kan logga in. Se sedan efter på din profil att namn och telefonnummer stämmer.',
    ],
    facts: usernameFacts(account),
    button: { label: 'Välj lösenord', url: resetUrl(ctx, account) },
    secondaryLink: { label: 'Begär en ny länk', url: `${ctx.siteUrl}/marketplace/forgot-password` },
    notes: [
      'Länken gäller i 1 timme och kan användas en gång.',
      'Du får mejlet för att din adress angavs vid en registrering. Var det inte du? Då kan du bortse från det: kontot går inte att använda så länge adressen inte är bekräftad.',
    ],
  };
}

const resetUrl = ({ siteUrl }: MailContext, { token }: { token: string }) =>
  `${siteUrl}/marketplace/reset-password/${token}`;

/** A stranger may have typed the name, so one that looks like a web address is left out. */
const usernameFacts = ({ username }: MailedAccount) =>
  withoutAddress(username) !== username ? [] : [{ label: 'Användarnamn', value: username }];
