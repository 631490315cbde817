import { issueDataLink } from '#src/features/accounts/data-link/service.ts';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { newToken } from '#src/platform/tokens.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { newStatementToken } from '#tests/support/moderation.ts';
import type { Target } from './guess.ts';

export type Limited = Target & { limit: number; seconds: number };

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const PASSWORD = 'Loppet2027';
const EVENT = { event_date: '2099-05-22', event_name: 'Loppet', distances: '10 km', sport_type: 'Löpning' };
const unknownEmail = () => `${Bun.randomUUIDv7()}@example.se`;

/** Most inputs are invalid: the limits count them too. */
export async function targetsByAddress(app: TestApp): Promise<Limited[]> {
  const { db } = app.context.database;
  const reporter = await makeMember(db);
  const [verified, unverified] = [await makeAccount(db), await makeAccount(db, { is_verified: false })];
  const reset = await issueResetLink(app.context, verified.email);
  const verification = await issueVerificationLink(app.context, { email: unverified.email });
  const suspended = await makeAccount(db, { is_suspended: true });
  const dataLink = await issueDataLink(app.context, suspended.email);
  const ad = await makeAnnouncement(db);
  const statementToken = await newStatementToken(app);
  const everyOther =
    (input: (turn: number) => Record<string, unknown>, wrong: Record<string, unknown> = {}) =>
    (turn: number) =>
      turn % 2 ? wrong : input(turn);
  // The valid inputs cost a password hash.
  const everySixth = (input: () => Record<string, unknown>) => (turn: number) => (turn % 6 ? {} : input());
  const validTokenEverySixth = (turn: number, token: string | undefined) => (turn % 6 ? newToken() : token);

  return [
    {
      name: 'marketplace.accounts.login',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everySixth(() => ({ email: unknownEmail(), password: PASSWORD })),
    },
    {
      name: 'admin.admins.login',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everySixth(() => ({ username: unknownEmail(), password: PASSWORD })),
    },
    {
      name: 'marketplace.accounts.verify',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everyOther((turn) => ({ token: validTokenEverySixth(turn, verification?.token) }), {
        token: '',
      }),
    },
    {
      name: 'marketplace.accounts.resetPassword',
      limit: 30,
      seconds: MINUTE_SECONDS,
      // A weak password does not use up the link.
      input: everyOther(
        (turn) => ({ token: validTokenEverySixth(turn, reset?.token), new_password: 'svag' }),
        { token: '' },
      ),
    },
    {
      name: 'marketplace.accounts.register',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everySixth(() => ({
        email: unknownEmail(),
        full_name: 'Ny Person',
        phone_number: '070-1',
        password: PASSWORD,
        confirm_password: PASSWORD,
      })),
    },
    {
      name: 'marketplace.accounts.forgotPassword',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther((turn) => ({ email: turn % 4 ? unknownEmail() : verified.email })),
    },
    {
      name: 'marketplace.accounts.resendVerification',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther(() => ({ email: unknownEmail() })),
    },
    {
      name: 'marketplace.privacy.mailLink',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther((turn) => ({ email: turn % 4 ? unknownEmail() : suspended.email })),
    },
    {
      name: 'marketplace.privacy.dataByLink',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everyOther((turn) => ({ token: validTokenEverySixth(turn, dataLink?.token) }), { token: '' }),
    },
    {
      name: 'marketplace.privacy.deleteByLink',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everyOther(() => ({ token: newToken() }), { token: '' }),
    },
    {
      name: 'public.contact.sendMessage',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther((turn) => ({
        name: 'Gäst',
        email: 'gast@example.se',
        subject: 'Fråga',
        message: 'Hej',
        ...(turn % 4 && { website: 'https://spam.example' }),
      })),
    },
    {
      name: 'public.submissions.submit',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther(() => ({ ...EVENT, submitter_name: 'Gäst', submitter_email: 'gast@example.se' })),
    },
    {
      name: 'public.notices.create',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther(() => ({
        url: `/marketplace/annons/${ad.order_number}`,
        explanation: 'Falsk annons',
        name: 'Gäst',
        email: 'gast@example.se',
        good_faith: true,
      })),
    },
    {
      name: 'public.watches.create',
      limit: 10,
      seconds: HOUR_SECONDS,
      input: everyOther(() => ({
        kind: 'event',
        event_id: ad.event_id,
        cadence: 'daily',
        email: unknownEmail(),
      })),
    },
    {
      name: 'public.statements.object',
      limit: 30,
      seconds: MINUTE_SECONDS,
      input: everyOther((turn) => ({ token: validTokenEverySixth(turn, statementToken), text: '' }), {
        token: '',
      }),
    },
    {
      name: 'marketplace.reports.create',
      limit: 10,
      seconds: HOUR_SECONDS,
      headers: reporter.headers,
      input: everyOther(() => ({ reported_user_id: verified.id, reason: 'spam', description: 'x' })),
    },
  ];
}

const SPELLINGS = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => `  ${name} `,
];
/** The Kelvin sign becomes a k in lower case. */
export const spellingOf = (name: string, turn: number): string => {
  const spelling = SPELLINGS[turn % SPELLINGS.length]?.(name) ?? name;
  return turn % 5 ? spelling : spelling.replace(/k/i, '\u212a');
};
