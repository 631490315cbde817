import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LoginPage from '../../client/pages/login';
import { AppError, type ErrorCode } from '../../src/shared/errors';
import { alerts, expectRedirect, expectToStay, openPage, path, toasts } from '../support/account-page';
import { freshPage } from '../support/client';
import { control, describedBy, fill } from '../support/form';
import { logOutQuietly, ownAccount } from '../support/member';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const LOGIN = 'marketplace.accounts.login';
const RESEND = 'marketplace.accounts.resendVerification';
const DATA_LINK = 'marketplace.privacy.mailLink';
const RIGHT = { access_token: 'new-token', user: ownAccount() };

function open(answer: () => unknown = () => RIGHT, more: Record<string, () => unknown> = {}) {
  const page = openPage('/marketplace/login', '/marketplace/login', <LoginPage />, {
    [LOGIN]: answer,
    ...more,
  });
  return { ...page, sent: () => page.asked(LOGIN) };
}
const refusing = (code: ErrorCode) => () => {
  throw new AppError(code);
};

const press = () => userEvent.click(screen.getByRole('button', { name: 'Logga in' }));

describe('login (sections 2, 5 and 8)', () => {
  test('the fields by name, their labels, and the ways on', () => {
    open();
    expect(screen.getByLabelText('E-post eller användarnamn')).toBe(control('email'));
    expect(screen.getByLabelText('Lösenord')).toBe(control('password'));
    expect(screen.getByText('Glömt lösenordet?').getAttribute('href')).toBe('/marketplace/forgot-password');
    expect(screen.getByText('Registrera dig').getAttribute('href')).toBe('/marketplace/register');
    expect(document.title).toBe('Logga in – Loppkalendern');
  });

  test('the password is shown and hidden', async () => {
    open();
    expect(control('password').type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Visa lösenord' }));
    expect(control('password').type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Dölj lösenord' }));
    expect(control('password').type).toBe('password');
  });

  test.each(['email', 'password'])('without %s nothing is sent', async (missing) => {
    const { sent } = open();
    await fill(missing === 'email' ? { password: 'Loppet2027' } : { email: 'anna' });
    await press();
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
  ] as const)('%s says "%s", and what was typed stays', async (code, sentence) => {
    open(refusing(code));
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await press();
    await screen.findByRole('alert');
    expect(alerts()).toEqual([sentence]);
    expect([control('email').value, control('password').value]).toEqual(['anna@example.se', 'Loppet2027']);
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(path).toBe('/marketplace/login');
  });

  test('without a network: "Inloggning misslyckades. Försök igen."', async () => {
    const { breakDown } = open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    breakDown();
    await press();
    await screen.findByText('Inloggning misslyckades. Försök igen.');
  });

  test('right: token and user are stored, the toast, and after exactly 1 s /marketplace', async () => {
    const { sent } = open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    await expectRedirect('Inloggning lyckades! Omdirigerar...', 1000, '/marketplace');
    expect(localStorage.getItem('marketplace_token')).toBe('new-token');
    expect(JSON.parse(localStorage.getItem('marketplace_user') ?? '')).toEqual(ownAccount());
    expect(sent().map((call) => call.input)).toEqual([{ email: 'anna', password: 'Loppet2027' }]);
  });

  test('who goes elsewhere within the second stays there', async () => {
    open();
    await fill({ email: 'anna', password: 'Loppet2027' });
    await expectToStay('Inloggning lyckades! Omdirigerar...', 1000);
  });

  test('while it is on its way, and after, a second press sends nothing', async () => {
    const arrival = Promise.withResolvers<typeof RIGHT>();
    const { sent } = open(() => arrival.promise);
    await fill({ email: 'anna', password: 'Loppet2027' });
    await press();
    const button = screen.getByRole('button', { name: 'Logga in' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.submit(screen.getByRole('form'));
    arrival.resolve(RIGHT);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    fireEvent.submit(screen.getByRole('form'));
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(sent()).toHaveLength(1);
  });
});

describe('the link to verify, once more (D8)', () => {
  const SENT = 'Om kontot finns och inte är verifierat har vi skickat en ny länk.';
  const again = () => screen.findByRole('button', { name: 'Skicka en ny verifieringslänk' });

  test('goes to the address that was logged in with', async () => {
    const { asked } = open(refusing('login.unverified'), { [RESEND]: () => ({ message: SENT }) });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await press();
    await userEvent.click(await again());
    expect((await screen.findByText(SENT)).getAttribute('role')).toBe('status');
    expect(asked(RESEND).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test('after a user name the address is asked for', async () => {
    const { asked } = open(refusing('login.unverified'), { [RESEND]: () => ({ message: SENT }) });
    await fill({ email: 'anna.andersson', password: 'Loppet2027' });
    await press();
    await userEvent.click(await again());
    expect(describedBy('resend_email')).toBe('Ange din e-postadress');
    await fill({ resend_email: 'anna@' });
    await userEvent.click(await again());
    expect(describedBy('resend_email')).toBe('Ange en giltig e-postadress.');
    await fill({ resend_email: 'example.se' });
    await userEvent.click(await again());
    await screen.findByText(SENT);
    expect(asked(RESEND).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test('is not offered for a wrong password', async () => {
    open(refusing('login.failed'));
    await fill({ email: 'anna@example.se', password: 'x' });
    await press();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Skicka en ny verifieringslänk' })).toBeNull();
  });

  test('over the limit it says so', async () => {
    open(refusing('login.unverified'), { [RESEND]: refusing('request.too_many') });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await press();
    await userEvent.click(await again());
    await waitFor(() =>
      expect(alerts()).toEqual([
        'Vänligen verifiera din e-post innan du loggar in.',
        'Något gick fel. Försök igen.Du har gjort det här för många gånger. Vänta en stund och försök igen.',
      ]),
    );
  });
});

describe("the link to a suspended member's data (D36)", () => {
  const SENT = 'Om kontot är avstängt har vi skickat en länk till adressen.';
  const button = () => screen.findByRole('button', { name: 'Hämta eller radera dina uppgifter' });

  test('is mailed to the address that was logged in with', async () => {
    const { asked } = open(refusing('login.suspended'), { [DATA_LINK]: () => ({ message: SENT }) });
    await fill({ email: 'anna@example.se', password: 'Loppet2027' });
    await press();
    await userEvent.click(await button());
    expect((await screen.findByText(SENT)).getAttribute('role')).toBe('status');
    expect(asked(DATA_LINK).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
    expect(screen.queryByRole('button', { name: 'Skicka en ny verifieringslänk' })).toBeNull();
  });

  test('asks for the address after a login with a user name', async () => {
    const { asked } = open(refusing('login.suspended'), { [DATA_LINK]: () => ({ message: SENT }) });
    await fill({ email: 'anna.andersson', password: 'Loppet2027' });
    await press();
    await userEvent.click(await button());
    expect(describedBy('data_email')).toBe('Ange din e-postadress');
    await fill({ data_email: 'anna@example.se' });
    await userEvent.click(await button());
    await screen.findByText(SENT);
    expect(asked(DATA_LINK).map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
  });

  test.each(['login.failed', 'login.unverified'] as const)('is not offered after %s', async (code) => {
    open(refusing(code));
    await fill({ email: 'anna@example.se', password: 'x' });
    await press();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Hämta eller radera dina uppgifter' })).toBeNull();
  });
});
