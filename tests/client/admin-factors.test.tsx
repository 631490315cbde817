import { beforeEach, describe, expect, mock, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmPasswordDialog } from '#client/features/admins/confirm-password-dialog.tsx';
import { RecoveryCodesDialog } from '#client/features/admins/factors/recovery-codes-dialog.tsx';
import { AdminLoginForm } from '#client/features/admins/login/login-form.tsx';
import AdminsTab from '#client/pages/admin/admins-tab.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdmin, storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminListItem, AdminSessionItem } from '#src/features/admins/contract.ts';
import type { Factors } from '#src/features/admins/factors/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const LOGIN = 'admin.admins.login';
const PASSKEY_LOGIN = 'admin.admins.passkeyLogin';
const CONFIRM = 'admin.admins.confirm';
const VERIFY = 'admin.admins.verify';
const LIST = 'admin.admins.list';
const SESSIONS = 'admin.sessions.list';
const FACTORS = 'admin.factors.get';
const START = 'admin.factors.startTotp';
const CONFIRM_TOTP = 'admin.factors.confirmTotp';

const ASSERTION = { id: 'abc', response: { clientDataJSON: 'a', authenticatorData: 'b', signature: 'c' } };
let getPasskey = async (_: unknown): Promise<unknown> => ASSERTION;
await mock.module('@simplewebauthn/browser', () => ({
  startAuthentication: (options: unknown) => getPasskey(options),
  startRegistration: async () => ({ id: 'abc', response: { clientDataJSON: 'a', attestationObject: 'b' } }),
}));

beforeEach(() => {
  forgetAdmin({ isLogout: true });
  Object.assign(window, { PublicKeyCredential: class {} });
  getPasskey = async () => ASSERTION;
});

const type = async (label: RegExp, text: string) => {
  const input = await screen.findByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const code = () => screen.queryByLabelText(/^Kod från din app/);

describe('the admin login', () => {
  const open = (login: (input: { code?: string; passkey?: unknown }) => unknown, answers = {}) =>
    show(<AdminLoginForm />, { answers: { [LOGIN]: login, ...answers } });
  const logIn = async () => {
    await type(/Användarnamn/, 'vera');
    await type(/^Lösenord/, 'hemligt');
    await press('Logga in');
  };

  test('asks for a code only when the server does, and sends it with the password', async () => {
    const { sent } = open(({ code }) => (code ? { access_token: 't' } : new AppError('admin.code_required')));
    expect(code()).toBeNull();
    await logIn();
    await waitFor(() => expect(document.activeElement === code()).toBe(true));
    expect(screen.queryByRole('button', { name: 'Använd passkey' })).toBeNull();
    await press('Logga in med kod');
    await screen.findByText('Ange koden');
    await type(/^Kod från din app/, '123 456');
    await press('Logga in med kod');
    await waitFor(() => expect(localStorage.getItem('adminToken')).toBe('t'));
    const credentials = { username: 'vera', password: 'hemligt' };
    expect(sent(LOGIN)).toEqual([credentials, { ...credentials, code: '123 456' }]);
  });

  test('keeps a wrong code and says so, and goes back to the password', async () => {
    open(({ code }) => new AppError(code ? 'admin.code_failed' : 'admin.code_required'));
    await logIn();
    await press('Skriv en återställningskod i stället');
    await type(/^Återställningskod/, 'AAAA-BBBB');
    await press('Logga in med kod');
    expect((await screen.findByRole('alert')).textContent).toContain('gick inte att godta');
    expect(screen.getByLabelText<HTMLInputElement>(/^Återställningskod/).value).toBe('AAAA-BBBB');
    await press('Tillbaka');
    expect(screen.getByLabelText<HTMLInputElement>(/Användarnamn/).value).toBe('vera');
  });

  test('offers the passkey when the admin has one, and a code after the browser gave none', async () => {
    const { sent } = open(
      ({ passkey }) => (passkey ? { access_token: 't' } : new AppError('admin.passkey_required')),
      { [PASSKEY_LOGIN]: { challenge: 'c' } },
    );
    await logIn();
    getPasskey = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));
    await press('Använd passkey');
    expect((await screen.findByRole('alert')).textContent).toContain('skriv en kod');
    getPasskey = async () => ASSERTION;
    await press('Använd passkey');
    await waitFor(() => expect(localStorage.getItem('adminToken')).toBe('t'));
    expect(sent(LOGIN).at(-1)).toEqual({ username: 'vera', password: 'hemligt', passkey: ASSERTION });
  });

  test('offers only a code where the browser has no passkeys', async () => {
    Object.assign(window, { PublicKeyCredential: undefined });
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    open(() => new AppError('admin.passkey_required'));
    await logIn();
    await waitFor(() => expect(code()).not.toBeNull());
    expect(screen.queryByRole('button', { name: 'Använd passkey' })).toBeNull();
  });
});

const ADMIN: AdminListItem = {
  id: '0190a000-0000-7000-8000-000000000001',
  username: 'vera',
  created_at: '2027-01-01T08:00:00.000Z',
  last_login: '2027-01-15T08:00:00.000Z',
  must_change_password: false,
  has_totp: true,
  passkey_count: 2,
  email: null,
  wants_digest: false,
  is_self: true,
};
const SESSION: AdminSessionItem = {
  id: '0190a000-0000-7000-8000-000000000002',
  username: 'vera',
  device: 'Chrome på Windows',
  created_at: '2027-01-15T08:00:00.000Z',
  last_used_at: '2027-01-15T08:00:00.000Z',
  has_second_factor: true,
  is_current: true,
};
const OTHER_SESSION = { ...SESSION, id: '0190a000-0000-7000-8000-000000000003', is_current: false };
const NO_FACTORS: Factors = { has_totp: false, passkeys: [], recovery_codes_left: 0, is_required: false };

function openTab(path: string, answers: Record<string, unknown> = {}) {
  storeAdmin('t');
  return show(
    <>
      <AdminsTab />
      <RecoveryCodesDialog />
      <ConfirmPasswordDialog />
    </>,
    { path, answers: { [LIST]: [ADMIN], [SESSIONS]: [SESSION], [FACTORS]: NO_FACTORS, ...answers } },
  );
}

describe('the list of admins', () => {
  test('shows the factors, and does not remove the last admin', async () => {
    openTab('/?tab=admins');
    await screen.findByText('App för koder, 2 passkeys');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ta bort: vera' }).disabled).toBe(true);
  });

  test('adds an admin, and shows a taken name at its field with what was typed', async () => {
    let isTaken = true;
    const { sent } = openTab('/?tab=admins', {
      'admin.admins.create': () => (isTaken ? new AppError('admin.exists') : { id: 'x', username: 'olle' }),
    });
    await press('Lägg till');
    const dialog = within(await screen.findByRole('dialog', { name: 'Lägg till administratör' }));
    await type(/^Användarnamn/, 'olle');
    await type(/^Tillfälligt lösenord/, 'Annat-losen1');
    await userEvent.click(dialog.getByRole('button', { name: 'Lägg till' }));
    await dialog.findByText('Det finns redan en administratör med det namnet.');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Användarnamn/).value).toBe('olle');
    isTaken = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Lägg till' }));
    await toastSaying('olle är tillagd');
    expect(sent('admin.admins.create')).toHaveLength(2);
  });

  test('ends a session of another admin', async () => {
    const other = { ...OTHER_SESSION, username: 'olle' };
    const { sent } = openTab('/?tab=admins', {
      [SESSIONS]: ({ all }: { all?: boolean }) => (all ? [SESSION, other] : [SESSION]),
      'admin.sessions.end': { message: 'Sessionen är avslutad.' },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Avsluta: olle/ }));
    await toastSaying('Sessionen är avslutad.');
    expect(sent('admin.sessions.end')).toEqual([{ id: other.id }]);
  });

  test('says when it cannot be fetched, and can be fetched again', async () => {
    const { answers } = openTab('/?tab=admins', { [LIST]: new AppError('server.failed') });
    await screen.findByText('Administratörerna kunde inte visas', undefined, { timeout: 10_000 });
    answers[LIST] = [ADMIN];
    await press('Försök igen');
    await screen.findByText('App för koder, 2 passkeys');
  });
});

describe('the own account', () => {
  test('adds an app for codes and shows the recovery codes once', async () => {
    const { answers, sent } = openTab('/?tab=admins&view=own', {
      [START]: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/L:vera?secret=JBSWY3DPEHPK3PXP' },
      [CONFIRM_TOTP]: ({ code }: { code: string }) =>
        code === '123456' ? { recovery_codes: ['AAAA-BBBB'] } : new AppError('admin.wrong_code'),
    });
    await press('Lägg till app för koder');
    await screen.findByRole('img', { name: 'QR-kod för din app' });
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    await type(/^Kod från din app/, '000000');
    await press('Bekräfta');
    await screen.findByText(/Koden stämmer inte/);
    await type(/^Kod från din app/, '123456');
    answers[FACTORS] = { ...NO_FACTORS, has_totp: true, recovery_codes_left: 10 };
    await press('Bekräfta');
    await screen.findByText('AAAA-BBBB');
    await press('Jag har sparat koderna');
    await screen.findByText('10 koder kvar');
    expect(screen.queryByText('AAAA-BBBB')).toBeNull();
    expect(sent(START)).toHaveLength(1);
  });

  test('ends another session, but not this one', async () => {
    const other = { ...OTHER_SESSION, device: null };
    const { sent } = openTab('/?tab=admins&view=own', {
      [SESSIONS]: [SESSION, other],
      'admin.sessions.end': { message: 'Sessionen är avslutad.' },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Avsluta: vera, Okänd enhet/ }));
    await toastSaying('Sessionen är avslutad.');
    expect(sent('admin.sessions.end')).toEqual([{ id: other.id }]);
    const own = screen.getByRole<HTMLButtonElement>('button', { name: /^Det är här.*Chrome/ });
    expect(own.disabled).toBe(true);
  });

  test('needs an address for the digest', async () => {
    const { sent } = openTab('/?tab=admins&view=own', { 'admin.admins.updateMe': { message: 'Sparat.' } });
    await userEvent.click(await screen.findByLabelText('Skicka veckobrevet till mig'));
    await press('Spara');
    await screen.findByText('Ange en e-postadress att skicka veckobrevet till.');
    await type(/^E-post/, 'vera@example.se');
    await press('Spara');
    await toastSaying('Sparat.');
    expect(sent('admin.admins.updateMe')).toEqual([{ email: 'vera@example.se', wants_digest: true }]);
  });
});

/** The dialog asks for what the verified admin has. */
function Verified() {
  return trpc.admin.admins.verify.useQuery().data ? <AdminsTab /> : null;
}

describe('the password dialog', () => {
  const IDENTITY = { id: 'v', username: 'vera', has_totp: true, has_passkey: false };
  const OLLE = { ...ADMIN, id: '0190a000-0000-7000-8000-000000000009', username: 'olle', is_self: false };

  /** Asks to remove Olle and types the password. Returns a function that goes on and returns what was sent. */
  async function removeOlle(identity: object) {
    storeAdmin('t');
    let isConfirmed = false;
    const { sent } = show(
      <>
        <Verified />
        <ConfirmPasswordDialog />
      </>,
      {
        path: '/?tab=admins',
        answers: {
          [VERIFY]: identity,
          [LIST]: [ADMIN, OLLE],
          'admin.admins.delete': () =>
            isConfirmed ? { message: 'Borta.' } : new AppError('admin.confirm_password'),
          'admin.admins.passkeyConfirm': { challenge: 'c' },
          [CONFIRM]: () => {
            isConfirmed = true;
            return { message: 'Bekräftat.' };
          },
        },
      },
    );
    await press('Ta bort: olle');
    const question = within(await screen.findByRole('dialog', { name: 'Ta bort administratör' }));
    await userEvent.click(question.getByRole('button', { name: 'Ta bort' }));
    await screen.findByRole('dialog', { name: 'Bekräfta ditt lösenord' });
    await type(/^Lösenord/, 'hemligt');
    return async () => {
      await press('Fortsätt');
      await toastSaying('Borta.');
      return sent(CONFIRM)[0];
    };
  }

  test('asks admins with an app for a code too', async () => {
    const proceed = await removeOlle(IDENTITY);
    await type(/^Kod från din app/, '123456');
    expect(await proceed()).toEqual({ password: 'hemligt', code: '123456' });
  });

  test('asks the browser for the passkey if no code was typed', async () => {
    const proceed = await removeOlle({ ...IDENTITY, has_totp: false, has_passkey: true });
    expect(await proceed()).toEqual({ password: 'hemligt', passkey: ASSERTION });
  });

  test('asks the others for the password alone', async () => {
    const proceed = await removeOlle({ ...IDENTITY, has_totp: false });
    expect(code()).toBeNull();
    expect(await proceed()).toEqual({ password: 'hemligt' });
  });
});
