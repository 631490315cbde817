import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { useUserActions } from '#client/features/accounts/admin/use-user-actions.tsx';
import { ChangePasswordDialog, ChangePasswordPage } from '#client/features/admins/change-password.tsx';
import { ConfirmPasswordDialog } from '#client/features/admins/confirm-password-dialog.tsx';
import { ExportDialog } from '#client/features/backup/export-dialog.tsx';
import { ImportDialog } from '#client/features/backup/import-dialog.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdmin, storeAdmin } from '#client/platform/session/admin.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { type Answers, freshPage, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const PASSWORD = 'Ordning2027';
const CONFIRM = 'admin.admins.confirm';
const PASSWORD_DIALOG_TITLE = 'Bekräfta ditt lösenord';
const MEMBER = { id: 'm', full_name: 'Bo Ek', email: 'bo@example.se', is_suspended: false };

/** Whether the last password entry is recent enough for the server. */
let isConfirmed = false;
beforeEach(() => {
  isConfirmed = false;
  forgetAdmin({ isLogout: true });
  storeAdmin('vera');
});

const whenConfirmed =
  <Answer,>(answer: Answer) =>
  () => {
    if (!isConfirmed) throw new AppError('admin.confirm_password');
    return answer;
  };
const ANSWERS: Answers = {
  [CONFIRM]: ({ password }: { password: string }) => {
    if (password !== PASSWORD) throw new AppError('admin.wrong_password');
    isConfirmed = true;
    return { message: 'Lösenordet är bekräftat.' };
  },
  'admin.accounts.delete': whenConfirmed({ message: 'Borta' }),
  'admin.admins.changePassword': ({ current_password }: { current_password: string }) => {
    if (current_password !== PASSWORD) throw new AppError('admin.wrong_password');
    return { message: 'Lösenordet är bytt.', access_token: 'renewed' };
  },
};

function MemberActions() {
  const { actionsFor, dialog } = useUserActions();
  return (
    <>
      <input name="draft" aria-label="Utkast" />
      {actionsFor(MEMBER).map(({ id, label, onSelect }) => (
        <button key={id} type="button" onClick={onSelect}>
          {`${label} Bo`}
        </button>
      ))}
      {dialog}
    </>
  );
}

const open = (children: React.ReactNode, answers: Answers = ANSWERS) =>
  show(
    <>
      {children}
      <ConfirmPasswordDialog />
    </>,
    { answers },
  );
const button = (name: string) => screen.getByRole('button', { name });
const passwordField = () => document.querySelector<HTMLInputElement>('input[name=password]');
const isPasswordDialogOpen = () => screen.queryByRole('dialog', { name: PASSWORD_DIALOG_TITLE }) !== null;

async function enterPassword(password: string) {
  await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
  fireEvent.change(passwordField() as HTMLInputElement, { target: { value: password } });
  fireEvent.click(button('Fortsätt'));
}
async function cancelPasswordDialog() {
  const passwordDialog = await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
  fireEvent.click(within(passwordDialog).getByRole('button', { name: 'Avbryt' }));
}
function deleteMember() {
  fireEvent.click(button('Ta bort Bo'));
  fireEvent.click(button('Ta bort'));
}
const callCount = (calls: { procedure: string }[], name: string) =>
  calls.filter(({ procedure }) => procedure === name).length;

describe('a call that requires a recent password', () => {
  test('is repeated after the right password; a wrong one is an error at its field, and other input stays', async () => {
    const { calls } = open(<MemberActions />);
    fireEvent.change(screen.getByLabelText('Utkast'), { target: { value: 'halvskrivet' } });
    deleteMember();
    await enterPassword('fel');
    await screen.findByText(detailOf('admin.wrong_password'));
    expect(passwordField()?.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(passwordField());
    expect(passwordField()?.autocomplete).toBe('current-password');
    expect(callCount(calls, 'admin.accounts.delete')).toBe(1);
    await enterPassword(PASSWORD);
    await toastSaying('Användare borttagen');
    expect([isPasswordDialogOpen(), callCount(calls, 'admin.accounts.delete')]).toEqual([false, 2]);
    expect((screen.getByLabelText('Utkast') as HTMLInputElement).value).toBe('halvskrivet');
  });

  test('is not repeated after a cancel; no error is shown, and the delete dialog stays open', async () => {
    const { calls } = open(<MemberActions />);
    deleteMember();
    await cancelPasswordDialog();
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    await waitFor(() => expect(button('Ta bort').getAttribute('aria-busy')).not.toBe('true'));
    expect(callCount(calls, 'admin.accounts.delete')).toBe(1);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
    expect(screen.getByRole('dialog', { name: 'Ta bort användare' })).toBeTruthy();
    fireEvent.click(button('Ta bort'));
    await enterPassword(PASSWORD);
    await toastSaying('Användare borttagen');
  });

  test('is not repeated when another admin logs in meanwhile', async () => {
    const { calls } = open(<MemberActions />);
    deleteMember();
    await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
    act(() => storeAdmin('olle'));
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    expect(callCount(calls, 'admin.accounts.delete')).toBe(1);
  });

  test('is not repeated when the admin navigates elsewhere meanwhile', async () => {
    const { calls } = open(
      <>
        <MemberActions />
        <Link to="/admin/banners">Banners</Link>
      </>,
    );
    deleteMember();
    await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
    fireEvent.click(screen.getByText('Banners'));
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    expect(callCount(calls, 'admin.accounts.delete')).toBe(1);
  });

  test('shows an error for an empty password, and the reason when the server rejects the confirmation', async () => {
    const { calls } = open(<MemberActions />, {
      ...ANSWERS,
      [CONFIRM]: () => {
        throw new AppError('request.too_many');
      },
    });
    deleteMember();
    await enterPassword('');
    expect(screen.getByText(detailOf('admin.password'))).toBeTruthy();
    expect(callCount(calls, CONFIRM)).toBe(0);
    await enterPassword(PASSWORD);
    expect((await screen.findByRole('alert')).textContent).toBe(detailOf('request.too_many'));
    expect(localStorage.getItem('adminToken')).toBe('vera');
  });

  test('fails when the password dialog is not mounted', async () => {
    const { calls } = show(<MemberActions />, { answers: ANSWERS });
    deleteMember();
    await waitFor(() => {
      fireEvent.click(button('Ta bort'));
      expect(callCount(calls, 'admin.accounts.delete')).toBe(2);
    });
  });
});

describe('a file transfer that requires a recent password', () => {
  function fakeFileServer() {
    const trpcFetch = globalThis.fetch;
    const sent: string[] = [];
    const rejection = () => Response.json({ code: 'admin.confirm_password' }, { status: 403 });
    globalThis.fetch = (async (url: string, init?: RequestInit) => {
      if (String(url) === '/api/admin/verify') return Response.json({ is_confirmed: isConfirmed });
      if (String(url) !== '/api/admin/backup/export') return trpcFetch(url, init);
      sent.push(String(url));
      return isConfirmed ? Response.json({ version: 1 }) : rejection();
    }) as typeof fetch;
    const RealXMLHttpRequest = globalThis.XMLHttpRequest;
    class FakeUpload {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      status = 0;
      responseText = '';
      path = '';
      open(_: string, path: string) {
        this.path = path;
      }
      setRequestHeader() {}
      async send(body: FormData) {
        sent.push(`${this.path} ${(body.get('file') as File).name}`);
        const response = isConfirmed ? Response.json({ collections: {} }) : rejection();
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      }
    }
    globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
    // A real click on the download link would navigate this window away.
    const clickSpy = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    return {
      sent,
      restore: () => {
        clickSpy.mockRestore();
        globalThis.XMLHttpRequest = RealXMLHttpRequest;
      },
    };
  }

  test('repeats an export after the right password', async () => {
    open(<ExportDialog onClose={() => {}} />);
    const { sent, restore } = fakeFileServer();
    fireEvent.click(button('Exportera'));
    await enterPassword(PASSWORD);
    await toastSaying('Backup exporterad');
    expect(sent).toHaveLength(2);
    restore();
  });

  test('shows no error when the password dialog of an export is cancelled', async () => {
    open(<ExportDialog onClose={() => {}} />);
    const { restore } = fakeFileServer();
    fireEvent.click(button('Exportera'));
    await cancelPasswordDialog();
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
    restore();
  });

  test('asks for the password before it uploads an import, and keeps the chosen file after a cancel', async () => {
    open(<ImportDialog onClose={() => {}} />);
    const { sent, restore } = fakeFileServer();
    const input = document.querySelector('input[name=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['{}'], 'b.json')] } });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(button('Importera backup'));
    await cancelPasswordDialog();
    expect(sent).toEqual([]);
    await screen.findByText('b.json');
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(button('Importera backup'));
    await enterPassword(PASSWORD);
    await toastSaying('Backup importerad');
    expect(sent).toEqual(['/api/admin/backup/import b.json']);
    restore();
  });
});

/** As in the portal, whose head has looked up the admin. */
function ChangePasswordOfAdmin() {
  const { data } = trpc.admin.admins.verify.useQuery();
  return data && <ChangePasswordDialog onClose={() => {}} />;
}

describe('the password change', () => {
  const NEW_PASSWORD = 'Ordning2029';
  const fillPasswords = (
    new_password: string,
    confirm_password = new_password,
    current_password = PASSWORD,
  ) => {
    for (const [name, value] of Object.entries({ current_password, new_password, confirm_password }))
      fireEvent.change(document.querySelector(`input[name=${name}]`) as Element, { target: { value } });
  };

  test('checks the rules before it sends, and stores the token of the response', async () => {
    const { calls } = open(<ChangePasswordDialog onClose={() => {}} />);
    fireEvent.click(button('Spara'));
    expect(screen.getByText(detailOf('reset.required'))).toBeTruthy();
    fillPasswords('svagt');
    fireEvent.click(button('Spara'));
    expect(screen.getByText(detailOf('password.weak'))).toBeTruthy();
    fillPasswords(PASSWORD, 'Ordning2028');
    fireEvent.click(button('Spara'));
    expect(screen.getByText(detailOf('password.mismatch'))).toBeTruthy();
    expect(calls).toEqual([]);
    fillPasswords(NEW_PASSWORD);
    fireEvent.click(button('Spara'));
    await toastSaying('Lösenordet är bytt.');
    expect(calls.at(-1)?.input).toEqual({ current_password: PASSWORD, new_password: NEW_PASSWORD });
    expect(localStorage.getItem('adminToken')).toBe('renewed');
  });

  test('asks an admin with a second factor for a code, and sends it', async () => {
    const verify = { id: 'a', username: 'vera', has_totp: true, has_passkey: false };
    const { calls } = open(<ChangePasswordOfAdmin />, { ...ANSWERS, 'admin.admins.verify': verify });
    const code = await screen.findByLabelText(/Kod från din app/);
    fillPasswords(NEW_PASSWORD);
    fireEvent.change(code, { target: { value: '123 456' } });
    fireEvent.click(button('Spara'));
    await toastSaying('Lösenordet är bytt.');
    expect(calls.at(-1)?.input).toEqual({
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
      code: '123 456',
    });
  });

  test('shows a wrong current password at its field', async () => {
    open(<ChangePasswordDialog onClose={() => {}} />);
    fillPasswords(NEW_PASSWORD, NEW_PASSWORD, 'fel');
    fireEvent.click(button('Spara'));
    await screen.findByText(detailOf('admin.wrong_password'));
    expect(document.querySelector('input[name=current_password]')?.getAttribute('aria-invalid')).toBe('true');
    expect(localStorage.getItem('adminToken')).toBe('vera');
  });

  test('shows a rejected new password at its field', async () => {
    open(<ChangePasswordDialog onClose={() => {}} />, {
      'admin.admins.changePassword': new AppError('password.same'),
    });
    fillPasswords(PASSWORD);
    fireEvent.click(button('Spara'));
    await screen.findByText(detailOf('password.same'));
    expect(document.querySelector('input[name=new_password]')?.getAttribute('aria-invalid')).toBe('true');
  });

  test('has its own page with a logout after the first login', async () => {
    isConfirmed = true;
    const { calls } = open(
      <Routes>
        <Route path="/" element={<ChangePasswordPage />} />
      </Routes>,
      { ...ANSWERS, 'admin.admins.logout': { message: '' } },
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Välj ett nytt lösenord');
    fillPasswords(NEW_PASSWORD);
    fireEvent.click(button('Spara nytt lösenord'));
    await toastSaying('Lösenordet är bytt.');
    expect(calls.at(-1)?.input).toEqual({ current_password: PASSWORD, new_password: NEW_PASSWORD });
    fireEvent.click(button('Logga ut'));
    expect(localStorage.getItem('adminToken')).toBeNull();
  });
});
