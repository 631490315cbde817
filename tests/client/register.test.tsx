import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import LoginPage from '#client/pages/login.tsx';
import RegisterPage from '#client/pages/register.tsx';
import { AppError, detailOf, type ErrorCode } from '#src/shared/errors.ts';
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
import { logOutQuietly } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const REGISTER = 'marketplace.accounts.register';
const RESEND = 'marketplace.accounts.resendVerification';
const PERSON = {
  email: 'anna@example.se',
  full_name: 'Anna Andersson',
  phone_number: '070-123 45 67',
  password: 'Loppet2027',
  confirm_password: 'Loppet2027',
};
const SUCCESS_TOAST = 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.';

function open(respond: () => unknown = () => ({ message: SUCCESS_TOAST })) {
  const page = openPage('/marketplace/register', '/marketplace/register', <RegisterPage />, {
    [REGISTER]: respond,
    [RESEND]: () => ({ message: 'Om kontot finns och inte är verifierat har vi skickat en ny länk.' }),
  });
  return { ...page, sent: () => page.callsOf(REGISTER) };
}
const Pages = () => (
  <Routes>
    <Route path="register" element={<RegisterPage />} />
    <Route path="login" element={<LoginPage />} />
  </Routes>
);
const failWith = (code: ErrorCode) => () => {
  throw new AppError(code);
};
const registerButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Registrera' });
const isRegisterDisabled = () => registerButton().getAttribute('aria-disabled') === 'true';
const pressRegister = () => userEvent.click(registerButton());
const checklist = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const fieldValues = () => Object.keys(PERSON).map((name) => control(name).value);

describe('the registration page', () => {
  test('has labelled fields and a link to the login', () => {
    open();
    for (const [label, name] of [
      [/^E-post/, 'email'],
      [/^Namn/, 'full_name'],
      [/^Telefonnummer/, 'phone_number'],
      [/^Lösenord/, 'password'],
      [/^Bekräfta lösenord/, 'confirm_password'],
    ] as const) {
      expect(screen.getByLabelText(label)).toBe(control(name));
    }
    expect(control('website').tabIndex).toBe(-1);
    expect(screen.getByText('Logga in').getAttribute('href')).toBe('/marketplace/login');
  });

  test('updates the checklist while typing, and enables "Registrera" once every rule is met', async () => {
    open();
    const rules = ['Minst 8 tecken', 'En liten bokstav', 'En stor bokstav', 'En siffra'];
    const checklistWith = (...indexes: number[]) =>
      rules.map((rule, index) => (indexes.includes(index) ? `${rule} uppfyllt` : rule));
    expect(checklist()).toEqual(checklistWith());
    for (const [typed, expected] of [
      ['ö', checklistWith(1)],
      ['Ö', checklistWith(1, 2)],
      ['7', checklistWith(1, 2, 3)],
      ['xxxx', checklistWith(1, 2, 3)],
    ] as const) {
      await fill({ password: typed });
      expect(checklist()).toEqual(expected);
      expect(isRegisterDisabled()).toBe(true);
    }
    await fill({ password: 'x' });
    expect(checklist()).toEqual(checklistWith(0, 1, 2, 3));
    expect(isRegisterDisabled()).toBe(false);
    expect(describedBy('password')).toBe(checklistWith(0, 1, 2, 3).join(''));
  });

  test('shows all errors on a press of "Registrera", also while it is disabled', async () => {
    const { sent } = open();
    await fill({ email: 'anna@', password: 'loppet' });
    expect(isRegisterDisabled()).toBe(true);
    await pressRegister();
    expect(alerts()).toEqual([
      'Vänligen fyll i alla fält',
      'Behöver fyllas i',
      'Ange en giltig e-postadress.',
      'Behöver fyllas i',
      'Lösenordet uppfyller inte kraven',
      'Behöver fyllas i',
    ]);
    expect(document.activeElement).toBe(control('full_name'));
    expect(sent()).toEqual([]);
  });

  test('rejects a weak password on leaving the field and on submit', async () => {
    const { sent } = open();
    await fill({ ...PERSON, password: 'loppet', confirm_password: 'loppet' });
    expect(describedBy('password')).toStartWith('Lösenordet uppfyller inte kraven');
    await userEvent.type(control('password'), 'x');
    expect(control('password').getAttribute('aria-invalid')).toBeNull();
    fireEvent.submit(screen.getByRole('form'));
    expect(describedBy('password')).toStartWith('Lösenordet uppfyller inte kraven');
    expect(document.activeElement).toBe(control('password'));
    expect(sent()).toEqual([]);
  });

  test('rejects a password of more than 128 characters, and shows why in the checklist', async () => {
    const { sent } = open();
    const longPassword = `Aa1${'x'.repeat(126)}`;
    await fill({ ...PERSON, password: '', confirm_password: '' }).catch(() => {});
    fireEvent.change(control('password'), { target: { value: longPassword } });
    fireEvent.change(control('confirm_password'), { target: { value: longPassword } });
    expect(isRegisterDisabled()).toBe(true);
    fireEvent.submit(screen.getByRole('form'));
    expect(describedBy('password')).toStartWith('Lösenordet uppfyller inte kraven');
    expect(describedBy('password')).toEndWith('Högst 128 tecken');
    expect(sent()).toEqual([]);
  });

  test('rejects a confirmation that differs from the password', async () => {
    const { sent } = open();
    await fill({ ...PERSON, confirm_password: 'Loppet2028' });
    await pressRegister();
    expect(describedBy('confirm_password')).toBe('Lösenorden matchar inte');
    expect(document.activeElement).toBe(control('confirm_password'));
    await userEvent.type(control('confirm_password'), 'x');
    await userEvent.click(control('email'));
    expect(describedBy('confirm_password')).toBe('Lösenorden matchar inte');
    expect(sent()).toEqual([]);
  });

  for (const missing of ['email', 'full_name', 'phone_number', 'confirm_password'] as const) {
    test(`sends nothing without ${missing}`, async () => {
      const { sent } = open();
      const { [missing]: _, ...otherValues } = PERSON;
      await fill(otherValues);
      await pressRegister();
      expect(alerts()).toEqual(['Vänligen fyll i alla fält', 'Behöver fyllas i']);
      expect(document.activeElement).toBe(control(missing));
      expect(sent()).toEqual([]);
    });
  }

  test('shows an invalid e-mail address at its field', async () => {
    open();
    await fill({ ...PERSON, email: 'anna@' });
    await pressRegister();
    expect(describedBy('email')).toBe('Ange en giltig e-postadress.');
  });

  test.each([
    ['password.common', 'password'],
    ['account.name_reserved', 'full_name'],
  ] as const)('shows %s from the server at its field only', async (code, name) => {
    open(failWith(code));
    await fill(PERSON);
    await pressRegister();
    await screen.findByText(detailOf(code));
    expect(describedBy(name)).toStartWith(detailOf(code));
    expect(control(name).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(control(name));
    expect(alerts()).toEqual([detailOf(code)]);
    await fill({ [name]: 'x' });
    expect(alerts()).toEqual([]);
  });

  test.each([
    ['Vinn på ond.se', 'account.name_address'],
    ['Ring 070-123 45 67', 'account.name_phone'],
    ['Аnna', 'account.name_scripts'],
    ['Admin', 'account.name_reserved'],
  ] as const)('rejects the name %s at its field without a request', async (full_name, code) => {
    const { sent } = open();
    await fill({ ...PERSON, full_name });
    await pressRegister();
    expect(describedBy('full_name')).toStartWith(detailOf(code));
    expect(sent()).toEqual([]);
  });

  test('shows a toast and goes to the login after 3 s', async () => {
    const { sent } = open();
    await fill(PERSON);
    await expectRedirect(SUCCESS_TOAST, 3000, '/marketplace/login');
    expect(sent().map((call) => call.input)).toEqual([{ ...PERSON, website: '' }]);
  });

  test('replaces the form after success by where the link was mailed, and mails it again', async () => {
    const { sent, callsOf } = open();
    await fill(PERSON);
    await pressRegister();
    await waitFor(() => expect(toasts()).toEqual([SUCCESS_TOAST]));
    expect(screen.queryByRole('button', { name: 'Registrera' })).toBeNull();
    expect(document.activeElement?.textContent).toStartWith('Vi har mejlat anna@example.se.');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka igen' }));
    await screen.findByText('Om kontot finns och inte är verifierat har vi skickat en ny länk.');
    expect(callsOf(RESEND).map(({ input }) => input)).toEqual([{ email: 'anna@example.se' }]);
    expect(sent()).toHaveLength(1);
  });

  test('says on the login page where the link was mailed', async () => {
    openPage('/marketplace/register', '/marketplace/*', <Pages />, {
      [REGISTER]: () => ({ message: SUCCESS_TOAST }),
    });
    await fill(PERSON);
    await expectRedirect(SUCCESS_TOAST, 3000, '/marketplace/login');
    expect(screen.getByRole('form', { name: 'Logga in' })).toBeTruthy();
    expect(screen.getByText(/^Vi har mejlat/).textContent).toContain('anna@example.se');
  });

  test('shows the message of the server as the toast', async () => {
    open(() => ({ message: 'Välkommen!' }));
    await fill(PERSON);
    await pressRegister();
    await screen.findByText('Välkommen!');
    await act(() => Bun.sleep(50));
    expect(toasts()).toEqual(['Välkommen!']);
  });

  test('does not redirect a visitor who navigates elsewhere within the 3 s', async () => {
    open();
    await fill(PERSON);
    await expectToStay(SUCCESS_TOAST, 3000);
  });

  test.each([
    ['request.too_many', 'Du har gjort det här för många gånger. Vänta en stund och försök igen.'],
    ['server.unavailable', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.'],
  ] as const)('shows the error message of the server and keeps the input after %s', async (code, detail) => {
    open(failWith(code));
    await fill(PERSON);
    await pressRegister();
    await screen.findByRole('alert');
    expect(alerts()).toEqual([detail]);
    expect(fieldValues()).toEqual(Object.values(PERSON));
    expect(path).toBe('/marketplace/register');
  });

  test('shows "Registrering misslyckades. Försök igen." and keeps the input without a network', async () => {
    const { disconnect } = open();
    await fill(PERSON);
    disconnect();
    await pressRegister();
    await screen.findByText('Registrering misslyckades. Försök igen.');
    expect(fieldValues()).toEqual(Object.values(PERSON));
  });
});
