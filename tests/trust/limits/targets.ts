import { issueDataLink } from '../../../src/features/accounts/data-link/service';
import { issueResetLink, issueVerificationLink } from '../../../src/features/accounts/links/service';
import { newToken } from '../../../src/platform/tokens';
import type { TestApp } from '../../support/app';
import { makeAccount, makeMember } from '../../support/content';
import type { Target } from './guess';

export type Limited = Target & { limit: number; seconds: number };

const MINUTE = 60;
const HOUR = 3600;
const PASSWORD = 'Loppet2027';
const EVENT = { event_date: '2099-05-22', event_name: 'Loppet', distances: '10 km', sport_type: 'Löpning' };
const nobody = () => `${Bun.randomUUIDv7()}@example.se`;

/** Most inputs are invalid, which counts too; a few are valid. */
export async function byAddress(app: TestApp): Promise<Limited[]> {
  const { db } = app.context.database;
  const reporter = await makeMember(db);
  const [verified, unverified] = [await makeAccount(db), await makeAccount(db, { is_verified: false })];
  const reset = await issueResetLink(app.context, verified.email);
  const verification = await issueVerificationLink(app.context, { email: unverified.email });
  const suspended = await makeAccount(db, { is_suspended: true });
  const dataLink = await issueDataLink(app.context, suspended.email);
  const some =
    (input: (turn: number) => Record<string, unknown>, wrong: Record<string, unknown> = {}) =>
    (turn: number) =>
      turn % 2 ? wrong : input(turn);
  // The valid inputs cost a password hash.
  const seldom = (input: () => Record<string, unknown>) => (turn: number) => (turn % 6 ? {} : input());
  const right = (turn: number, token: string | undefined) => (turn % 6 ? newToken() : token);

  return [
    {
      name: 'marketplace.accounts.login',
      limit: 30,
      seconds: MINUTE,
      input: seldom(() => ({ email: nobody(), password: PASSWORD })),
    },
    {
      name: 'admin.admins.login',
      limit: 30,
      seconds: MINUTE,
      input: seldom(() => ({ username: nobody(), password: PASSWORD })),
    },
    {
      name: 'marketplace.accounts.verify',
      limit: 30,
      seconds: MINUTE,
      input: some((turn) => ({ token: right(turn, verification?.token) }), { token: '' }),
    },
    {
      name: 'marketplace.accounts.resetPassword',
      limit: 30,
      seconds: MINUTE,
      // A weak password does not use up the link.
      input: some((turn) => ({ token: right(turn, reset?.token), new_password: 'svag' }), { token: '' }),
    },
    {
      name: 'marketplace.accounts.register',
      limit: 10,
      seconds: HOUR,
      input: seldom(() => ({
        email: nobody(),
        full_name: 'Ny Person',
        phone_number: '070-1',
        password: PASSWORD,
        confirm_password: PASSWORD,
      })),
    },
    {
      name: 'marketplace.accounts.forgotPassword',
      limit: 10,
      seconds: HOUR,
      input: some((turn) => ({ email: turn % 4 ? nobody() : verified.email })),
    },
    {
      name: 'marketplace.accounts.resendVerification',
      limit: 10,
      seconds: HOUR,
      input: some(() => ({ email: nobody() })),
    },
    {
      name: 'marketplace.privacy.mailLink',
      limit: 10,
      seconds: HOUR,
      input: some((turn) => ({ email: turn % 4 ? nobody() : suspended.email })),
    },
    {
      name: 'marketplace.privacy.dataByLink',
      limit: 30,
      seconds: MINUTE,
      input: some((turn) => ({ token: right(turn, dataLink?.token) }), { token: '' }),
    },
    {
      name: 'marketplace.privacy.deleteByLink',
      limit: 30,
      seconds: MINUTE,
      input: some(() => ({ token: newToken() }), { token: '' }),
    },
    {
      name: 'public.contact.sendMessage',
      limit: 10,
      seconds: HOUR,
      input: some((turn) => ({
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
      seconds: HOUR,
      input: some(() => ({ ...EVENT, submitter_name: 'Gäst', submitter_email: 'gast@example.se' })),
    },
    {
      name: 'marketplace.reports.create',
      limit: 10,
      seconds: HOUR,
      headers: reporter.headers,
      input: some(() => ({ reported_user_id: verified.id, reason: 'spam', description: 'x' })),
    },
  ];
}

const SPELLINGS = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => `  ${name} `,
];
/** The Kelvin sign becomes a k in lower case. */
export const spelled = (name: string, turn: number): string => {
  const one = SPELLINGS[turn % SPELLINGS.length]?.(name) ?? name;
  return turn % 5 ? one : one.replace(/k/i, '\u212a');
};
