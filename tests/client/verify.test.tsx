import { beforeEach, describe, expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import VerifyPage from '#client/pages/verify.tsx';
import { AppError } from '#src/shared/errors.ts';
import { alerts, openPage } from '#tests/support/account-page.tsx';
import { freshPage } from '#tests/support/client.tsx';
import { describedBy, fill } from '#tests/support/form.ts';
import { logOutQuietly } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const VERIFY = 'marketplace.accounts.verify';
const RESEND = 'marketplace.accounts.resendVerification';

const open = (respond: () => unknown, otherProcedures: Record<string, () => unknown> = {}) =>
  openPage(
    '/marketplace/verify/abc-123',
    '/marketplace/verify/:token',
    <VerifyPage />,
    { [VERIFY]: respond, ...otherProcedures },
    { strict: true },
  );
const failWithInvalidLink = () => {
  throw new AppError('verification.invalid');
};
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the verification page', () => {
  test('shows a loading text, then the message of the server and a link to the login, after one request', async () => {
    const response = Promise.withResolvers<{ message: string }>();
    const { callsOf } = open(() => response.promise);
    expect(screen.getByRole('status').textContent).toBe('Verifierar din e-post...');
    response.resolve({ message: 'Sagt av servern' });
    expect((await screen.findByText('Sagt av servern')).getAttribute('role')).toBe('status');
    expect(hrefOf('Gå till inloggning')).toBe('/marketplace/login');
    expect(callsOf(VERIFY).map((call) => call.input)).toEqual([{ token: 'abc-123' }]);
  });

  test('shows the error message of the server, a note and links for an invalid link', async () => {
    const { callsOf } = open(failWithInvalidLink);
    await screen.findByRole('alert');
    expect(alerts()).toEqual(['Verifieringslänken är ogiltig eller har gått ut.']);
    expect(screen.getByText(/Länken kan vara felaktig.*begära en ny verifiering/)).toBeTruthy();
    expect(hrefOf('Registrera dig igen')).toBe('/marketplace/register');
    expect(hrefOf('Logga in')).toBe('/marketplace/login');
    expect(callsOf(VERIFY)).toHaveLength(1);
  });

  test('shows "Verifiering misslyckades" without a network', async () => {
    const { disconnect } = openPage('/marketplace/verify/x', '/nothing', null, {});
    disconnect();
    const failingFetch = globalThis.fetch;
    open(() => ({}));
    globalThis.fetch = failingFetch;
    await waitFor(() => expect(alerts()).toEqual(['Verifiering misslyckades']));
  });

  test('asks for the e-mail address and mails a new link to it', async () => {
    const { callsOf } = open(failWithInvalidLink, { [RESEND]: () => ({ message: 'Skickad' }) });
    const resendButton = await screen.findByRole('button', { name: 'Skicka en ny verifieringslänk' });
    await userEvent.click(resendButton);
    expect(describedBy('email')).toBe('Ange din e-postadress');
    await fill({ email: 'anna@example.se' });
    await userEvent.click(resendButton);
    await screen.findByText('Skickad');
    expect(callsOf(RESEND).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });
});
