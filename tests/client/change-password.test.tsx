import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen } from '@testing-library/react';
import { ChangePasswordDialog, ChangePasswordPage } from '#client/features/admins/change-password.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdmin, storeAdmin } from '#client/platform/session/admin.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { type Answers, freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { control } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  forgetAdmin({ isLogout: true });
  storeAdmin('vera');
});

const PASSWORD = 'Ordning2027';
const NEW_PASSWORD = 'Ordning2029';
const CHANGE = 'admin.admins.changePassword';
const CHANGED = 'Lösenordet är bytt.';

const open = (page = <ChangePasswordDialog onClose={() => {}} />, answers: Answers = {}) =>
  show(page, {
    answers: {
      [CHANGE]: ({ current_password }: { current_password: string }) =>
        current_password === PASSWORD
          ? { message: CHANGED, access_token: 'renewed' }
          : new AppError('admin.wrong_password'),
      ...answers,
    },
  });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function fillPasswords(new_password: string, confirm_password = new_password, current_password = PASSWORD) {
  for (const [name, value] of Object.entries({ current_password, new_password, confirm_password }))
    fireEvent.change(control(name), { target: { value } });
}

/** As in the portal, whose head has looked up the admin. */
function ChangePasswordOfAdmin() {
  const { data } = trpc.admin.admins.verify.useQuery();
  return data && <ChangePasswordDialog onClose={() => {}} />;
}

describe('the password change', () => {
  test('checks the rules before it sends, and stores the token of the response', async () => {
    const { calls } = open();
    press('Spara');
    expect(screen.getByText(detailOf('reset.required'))).toBeTruthy();
    fillPasswords('svagt');
    press('Spara');
    expect(screen.getByText(detailOf('password.weak'))).toBeTruthy();
    fillPasswords(PASSWORD, 'Ordning2028');
    press('Spara');
    expect(screen.getByText(detailOf('password.mismatch'))).toBeTruthy();
    expect(calls).toEqual([]);
    fillPasswords(NEW_PASSWORD);
    press('Spara');
    await toastSaying(CHANGED);
    expect(calls.at(-1)?.input).toEqual({ current_password: PASSWORD, new_password: NEW_PASSWORD });
    expect(localStorage.getItem('adminToken')).toBe('renewed');
  });

  test('asks an admin with a second factor for a code, and sends it', async () => {
    const verify = { id: 'a', username: 'vera', has_totp: true, has_passkey: false };
    const { calls } = open(<ChangePasswordOfAdmin />, { 'admin.admins.verify': verify });
    const code = await screen.findByLabelText(/Kod från din app/);
    fillPasswords(NEW_PASSWORD);
    fireEvent.change(code, { target: { value: '123 456' } });
    press('Spara');
    await toastSaying(CHANGED);
    expect(calls.at(-1)?.input).toEqual({
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
      code: '123 456',
    });
  });

  test('shows a wrong current password at its field', async () => {
    open();
    fillPasswords(NEW_PASSWORD, NEW_PASSWORD, 'fel');
    press('Spara');
    await screen.findByText(detailOf('admin.wrong_password'));
    expect(control('current_password').getAttribute('aria-invalid')).toBe('true');
    expect(localStorage.getItem('adminToken')).toBe('vera');
  });

  test('shows a rejected new password at its field', async () => {
    open(undefined, { [CHANGE]: new AppError('password.same') });
    fillPasswords(PASSWORD);
    press('Spara');
    await screen.findByText(detailOf('password.same'));
    expect(control('new_password').getAttribute('aria-invalid')).toBe('true');
  });

  test('has its own page with a logout after the first login', async () => {
    const { calls } = open(<ChangePasswordPage />, { 'admin.admins.logout': { message: '' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Välj ett nytt lösenord');
    fillPasswords(NEW_PASSWORD);
    press('Spara nytt lösenord');
    await toastSaying(CHANGED);
    expect(calls.at(-1)?.input).toEqual({ current_password: PASSWORD, new_password: NEW_PASSWORD });
    press('Logga ut');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });
});
