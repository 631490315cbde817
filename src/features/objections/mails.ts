import { issueLongDataLink } from '#src/features/accounts/data-link/service.ts';
import { findMailedAccount, recipientOf } from '#src/features/accounts/service.ts';
import type { StatementKind } from '#src/features/statements/contract.ts';
import { DEFAULT_GROUND, decisionText, OBJECTION_DAYS, referenceOf } from '#src/features/statements/rules.ts';
import { issueStatementLink, lastWholeDay } from '#src/features/statements/service.ts';
import type { Composer, Composers, Mail, MailContext } from '#src/platform/mail.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { findStatement, hasLaterDecision } from './store.ts';

type StoredStatement = NonNullable<Awaited<ReturnType<typeof findStatement>>>;

/** Unverified addresses get none: they may be a stranger's. */
const statementMail =
  (
    contentOf: (ctx: MailContext, statement: StoredStatement) => Promise<Omit<Mail, 'to' | 'name'>>,
  ): Composer =>
  async (ctx, { user_id = '', statement_id = '' }) => {
    const account = await findMailedAccount(ctx, { user_id });
    const statement = await findStatement(ctx.database.db, statement_id);
    if (!account?.is_verified || !statement) return undefined;
    return { ...recipientOf(account, ctx.config.siteName), ...(await contentOf(ctx, statement)) };
  };

const SUBJECTS: Record<StatementKind, string> = {
  ad_hidden: 'Din annons är dold',
  ad_deleted: 'Din annons är borttagen',
  account_suspended: 'Ditt konto är avstängt',
};

const CONSEQUENCES: Record<StatementKind, string> = {
  ad_hidden:
    'Andra ser inte annonsen. Den finns kvar på din profil, och konversationerna om den finns kvar i din inkorg.',
  ad_deleted: 'Annonsen och konversationerna om den är borta.',
  account_suspended:
    'Alla inloggningar har avslutats. Du kan inte logga in, och dina annonser visas inte så länge kontot är avstängt.',
};

const DEFAULT_FACTS: Record<StatementKind, string> = {
  ad_hidden: 'Vi har bedömt att annonsen inte följer reglerna.',
  ad_deleted: 'Vi har bedömt att annonsen inte följer reglerna.',
  account_suspended: 'Vi har bedömt att kontot inte har använts som reglerna säger.',
};

const reasonForMail = 'Du får mejlet för att du har ett konto på Startplatsmarknaden.';

const longDay = (instant: string | Date) => formatLongDay(dayInStockholm(new Date(instant)));

const decidedMail = statementMail(async (ctx, statement) => {
  const { kind, order_number, ground, facts, notice_id, created_at } = statement;
  const token = await issueStatementLink(ctx, statement.id);
  const lastDay = longDay(lastWholeDay(ctx.now()));
  const dataToken =
    kind === 'account_suspended' && (await issueLongDataLink(ctx, statement.user_id, OBJECTION_DAYS));
  return {
    subject: [SUBJECTS[kind], order_number].filter(Boolean).join(': '),
    preheader: `Så här tänkte vi, och så invänder du senast ${lastDay}.`,
    paragraphs: [`${decisionText(statement)}.`, CONSEQUENCES[kind]],
    facts: [
      { label: 'Händelse', value: facts ?? DEFAULT_FACTS[kind] },
      { label: 'Grund', value: ground ?? DEFAULT_GROUND },
      { label: 'Beslutat', value: longDay(created_at) },
      { label: 'Ärende', value: referenceOf(statement) },
    ],
    afterFacts: [
      `${notice_id ? 'Någon hade anmält annonsen till oss. ' : ''}En människa har fattat beslutet. Inget i det var automatiserat.`,
      `Tycker du att beslutet är fel? Skriv en invändning inom sex månader, senast ${lastDay}. Vi prövar saken igen och svarar dig. Du kan också få den prövad i domstol.`,
    ],
    button: { label: 'Invänd mot beslutet', url: `${ctx.siteUrl}/rules/invandning/${token}` },
    secondaryLink: dataToken
      ? {
          label: 'Ladda ner dina uppgifter eller ta bort kontot',
          url: `${ctx.siteUrl}/marketplace/my-data/${dataToken}`,
        }
      : { label: 'Reglerna för Startplatsmarknaden', url: `${ctx.siteUrl}/rules` },
    notes: [
      dataToken
        ? `Länkarna gäller till och med ${lastDay}, den till dina uppgifter så länge kontot är avstängt. Den som har dem kan läsa dina uppgifter, ta bort kontot och invända åt dig, så skicka dem inte vidare.`
        : `Länken gäller till och med ${lastDay}. Den som har den kan läsa beslutet och invända åt dig, så skicka den inte vidare.`,
      reasonForMail,
    ],
  };
});

const subjectOf = ({ kind, order_number, event_name }: StoredStatement) =>
  kind === 'account_suspended'
    ? 'ditt konto'
    : ['din annons', order_number, event_name && `för ${event_name}`].filter(Boolean).join(' ');

const REVERSED: Record<StatementKind, string> = {
  ad_hidden: 'Annonsen visas igen, om den fortfarande är aktuell.',
  ad_deleted: 'Annonsen går inte att återställa, men du är välkommen att lägga upp den igen.',
  account_suspended: 'Ditt konto är öppet igen, så du kan logga in.',
};

const LATER_DECISION =
  'Men vi har senare fattat ett nytt beslut om samma sak, och det ändras inte av det här svaret.';

const answerMail = statementMail(async (ctx, statement) => {
  const { siteUrl } = ctx;
  const { kind, objection_decision, objection_answer, created_at } = statement;
  const isReversed = objection_decision === 'reversed';
  const isReplaced = isReversed && (await hasLaterDecision(ctx.database.db, statement.id));
  const effect = isReplaced ? LATER_DECISION : REVERSED[kind];
  return {
    subject: `Svar på din invändning: beslutet ${isReversed ? 'är ändrat' : 'står fast'}`,
    preheader: isReversed ? effect : 'Vi har prövat saken igen.',
    paragraphs: [
      `Du har invänt mot vårt beslut den ${longDay(created_at)} om ${subjectOf(statement)}. Vi har prövat saken igen.`,
      isReversed ? `Vi har ändrat beslutet. ${effect}` : 'Vi står fast vid beslutet.',
    ],
    facts: [
      ...(objection_answer ? [{ label: 'Svar', value: objection_answer }] : []),
      { label: 'Ärende', value: referenceOf(statement) },
    ],
    afterFacts: [
      'En människa har fattat beslutet. Inget i det var automatiserat.',
      ...(isReversed ? [] : ['Du kan få saken prövad i domstol.']),
    ],
    button:
      isReversed && !isReplaced && kind === 'account_suspended'
        ? { label: 'Logga in', url: `${siteUrl}/marketplace/login` }
        : { label: 'Till Startplatsmarknaden', url: `${siteUrl}/marketplace` },
    secondaryLink: { label: 'Har du frågor? Kontakta oss', url: `${siteUrl}/contact` },
    notes: [reasonForMail],
  };
});

export const statementMails: Composers = {
  'account.statement': decidedMail,
  'account.objection_decided': answerMail,
};
