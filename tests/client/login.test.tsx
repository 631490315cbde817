import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LoginPage from '#client/pages/login.tsx';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import {
  alerts,
  expectRedirect,
  expectToStay,
  openPage,
  path,
  toasts,
} from '#tests/support/account-page.tsx';
import { freshPage } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { logOutQuietly, ownAccount } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const LOGIN = 'marketplace.accounts.login';
const RESEND = 'marketplace.accounts.resendVerification';
const DATA_LINK = 'marketplace.privacy.mailLink';
const LOGIN_RESPONSE = { access_token: 'new-token', user: ownAccount() };

function open(
  respond: () => unknown = () => LOGIN_RESPONSE,
  otherProcedures: Record<string, () => unknown> = {},
) {
  const page = openPage('/marketplace/login', '/marketplace/login', <LoginPage />, {
    [LOGIN]: respond,
    ...otherProcedures,
  });
  return { ...page, sent: () => page.callsOf(LOGIN) };
}
const failWith = (code: ErrorCode) => () => {
  throw new AppError(code);
};

const pressLogIn = () => userEvent.click(screen.getByRole('button', { name: 'Logga in' }));

describe('the login page', () => {
  test('has named and labelled fields and links to registration and password reset', () => {
    open();
    expect(screen.getByLabelText('E-post eller användarnamn')).toBe(control('email'));
    expect(screen.getByLabelText('Lösenord')).toBe(control('password'));
    expect(screen.getByText('Glömt lösenordet?').getAttribute('href')).toBe('/marketplace/forgot-password');
    expect(screen.getByText('Registrera dig').getAttribute('href')).toBe('/marketplace/register');
    expect(document.title).toBe('Logga in – Loppkalendern');
  });

  test('shows and hides the password', async () => {
    open();
    expect(control('password').type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Visa lösenord' }));
    expect(control('password').type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Dölj lösenord' }));
    expect(control('password').type).toBe('password');
  });

  test.each(['email', 'password'])('sends nothing without %s', async (missing) => {
    const { sent } = open();
    await fill(missing === 'email' ? { password: 'Loppet2027' } : { email: 'anna' });
    await pressLogIn();
    expect(alerts()).toEqual(['Vänligen fyll i alla fält', 'Behöver fyllas i']);
    expect(document.activeElement).toBe(control(missing));
    expect(describedBy(missing)).toBe('Behöver fyllas i');
    expect(sent()).toEqual([]);
  });

  test.each([
    ['login.unverified', 'Vänligen verifiera din e-post innan du loggar in.'],
    ['login.suspended', 'Ditt konto är avstängt. Kontakta administratören.'],
    ['login.failed', 'Felaktig e-post eller lösenord.'],
    ['server.failed', 'Inloggning misslyckades. Försök igen.'],
    [
      'server.unavailable',
      'Inloggning misslyckades. Försök igen.Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.',
    ],
    [
      'server.uncertain',
      'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.',
    ],
    [
      'request.too_many',
      'Inloggning misslyckades. Försök igen.Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    ],
  ] as const)('keeps the input and shows an error after %s: "%s"', async (code, errorText) => {
    open(failWith(code));
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await pressLogIn();
    await screen.findByRole('alert');
    expect(alerts()).toEqual([errorText]);
    expect([control('email').value, control('password').value]).toEqual(['anna@example.se', 'Loppet2027']);
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(path).toBe('/marketplace/login');
  });

  test('shows "Inloggning misslyckades. Försök igen." without a network', async () => {
    const { disconnect } = open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    disconnect();
    await pressLogIn();
    await screen.findByText('Inloggning misslyckades. Försök igen.');
  });

  test('stores token and user, shows a toast and goes to /marketplace after 1 s', async () => {
    const { sent } = open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    await expectRedirect('Inloggning lyckades! Omdirigerar...', 1000, '/marketplace');
    expect(localStorage.getItem('marketplace_token')).toBe('new-token');
    expect(JSON.parse(localStorage.getItem('marketplace_user') ?? '')).toEqual(ownAccount());
    expect(sent().map((call) => call.input)).toEqual([{ email: 'anna', password: 'Loppet2027' }]);
  });

  test('does not redirect a member who navigates elsewhere within the second', async () => {
    open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    await expectToStay('Inloggning lyckades! Omdirigerar...', 1000);
  });

  test('ignores a second press while logging in and afterwards', async () => {
    const response = Promise.withResolvers<typeof LOGIN_RESPONSE>();
    const { sent } = open(() => response.promise);
    await fill({ email: 'anna', password: 'Loppet2027' });
    await pressLogIn();
    const button = screen.getByRole('button', { name: 'Logga in' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.submit(screen.getByRole('form'));
    response.resolve(LOGIN_RESPONSE);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    fireEvent.submit(screen.getByRole('form'));
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(sent()).toHaveLength(1);
  });
});

describe('the button for a new verification link', () => {
  const SENT = 'Om kontot finns och inte är verifierat har vi skickat en ny länk.';
  const resendButton = () => screen.findByRole('button', { name: 'Skicka en ny verifieringslänk' });

  test('mails the link to the e-mail address used for the login', async () => {
    const { callsOf } = open(failWith('login.unverified'), { [RESEND]: () => ({ message: SENT }) });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await pressLogIn();
    await userEvent.click(await resendButton());
    expect((await screen.findByText(SENT)).getAttribute('role')).toBe('status');
    expect(callsOf(RESEND).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test('asks for the e-mail address after a login with a user name', async () => {
    const { callsOf } = open(failWith('login.unverified'), { [RESEND]: () => ({ message: SENT }) });
    await fill({ email: 'anna.andersson', password: 'Loppet2027' });
    await pressLogIn();
    await userEvent.click(await resendButton());
    expect(describedBy('resend_email')).toBe('Ange din e-postadress');
    await fill({ resend_email: 'anna@' });
    await userEvent.click(await resendButton());
    expect(describedBy('resend_email')).toBe('Ange en giltig e-postadress.');
    await fill({ resend_email: 'example.se' });
    await userEvent.click(await resendButton());
    await screen.findByText(SENT);
    expect(callsOf(RESEND).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test('is not shown for a wrong password', async () => {
    open(failWith('login.failed'));
    await fill({ email: 'anna@example.se', password: 'x' });
    await pressLogIn();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Skicka en ny verifieringslänk' })).toBeNull();
  });

  test('shows an error over the rate limit', async () => {
    open(failWith('login.unverified'), { [RESEND]: failWith('request.too_many') });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await pressLogIn();
    await userEvent.click(await resendButton());
    await waitFor(() =>
      expect(alerts()).toEqual([
        'Vänligen verifiera din e-post innan du loggar in.',
        'Något gick fel. Försök igen.Du har gjort det här för många gånger. Vänta en stund och försök igen.',
      ]),
    );
  });
});

describe("the button for a link to a suspended member's data", () => {
  const SENT = 'Om kontot är avstängt har vi skickat en länk till adressen.';
  const dataLinkButton = () => screen.findByRole('button', { name: 'Hämta eller radera dina uppgifter' });

  test('mails the link to the e-mail address used for the login', async () => {
    const { callsOf } = open(failWith('login.suspended'), { [DATA_LINK]: () => ({ message: SENT }) });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await pressLogIn();
    expect(screen.getByText(/^I mejlet om avstängningen står varför.* invända mot beslutet/)).toBeTruthy();
    await userEvent.click(await dataLinkButton());
    expect((await screen.findByText(SENT)).getAttribute('role')).toBe('status');
    expect(callsOf(DATA_LINK).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
    expect(screen.queryByRole('button', { name: 'Skicka en ny verifieringslänk' })).toBeNull();
  });

  test('asks for the e-mail address after a login with a user name', async () => {
    const { callsOf } = open(failWith('login.suspended'), { [DATA_LINK]: () => ({ message: SENT }) });
    await fill({ email: 'anna.andersson', password: 'Loppet2027' });
    await pressLogIn();
    await userEvent.click(await dataLinkButton());
    expect(describedBy('data_email')).toBe('Ange din e-postadress');
    await fill({ data_email: 'anna@example.se' });
    await userEvent.click(await dataLinkButton());
    await screen.findByText(SENT);
    expect(callsOf(DATA_LINK).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test.each(['login.failed', 'login.unverified'] as const)('is not shown after %s', async (code) => {
    open(failWith(code));
    await fill({ email: 'anna@example.se', password: 'x' });
    await pressLogIn();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Hämta eller radera dina uppgifter' })).toBeNull();
  });
});
