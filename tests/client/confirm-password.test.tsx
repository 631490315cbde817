import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { useUserActions } from '#client/features/accounts/admin/use-user-actions.tsx';
import { ConfirmPasswordDialog } from '#client/features/admins/confirm-password-dialog.tsx';
import { ExportDialog } from '#client/features/backup/export-dialog.tsx';
import { ImportDialog } from '#client/features/backup/import-dialog.tsx';
import { forgetAdmin, storeAdmin } from '#client/platform/session/admin.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { type Answers, freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { fakeUploads } from '#tests/support/fake-uploads.ts';

freshPage('2027-01-15T10:00:00+01:00');

const PASSWORD = 'Ordning2027';
const CONFIRM = 'admin.admins.confirm';
const DELETE = 'admin.accounts.delete';
const PASSWORD_DIALOG_TITLE = 'Bekräfta ditt lösenord';
const MEMBER = { id: 'm', full_name: 'Bo Ek', email: 'bo@example.se', is_suspended: false };

/** Whether the last password entry is recent enough for the server. */
let isConfirmed = false;
beforeEach(() => {
  isConfirmed = false;
  forgetAdmin({ isLogout: true });
  storeAdmin('vera');
});

const ANSWERS: Answers = {
  [CONFIRM]: ({ password }: { password: string }) => {
    if (password !== PASSWORD) throw new AppError('admin.wrong_password');
    isConfirmed = true;
    return { message: 'Lösenordet är bekräftat.' };
  },
  [DELETE]: () => (isConfirmed ? { message: 'Borta' } : new AppError('admin.confirm_password')),
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

describe('a call that requires a recent password', () => {
  test('is repeated after the right password; a wrong one is an error at its field, and other input stays', async () => {
    const { sent } = open(<MemberActions />);
    fireEvent.change(screen.getByLabelText('Utkast'), { target: { value: 'halvskrivet' } });
    deleteMember();
    await enterPassword('fel');
    await screen.findByText(detailOf('admin.wrong_password'));
    expect(passwordField()?.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(passwordField());
    expect(passwordField()?.autocomplete).toBe('current-password');
    expect(sent(DELETE)).toHaveLength(1);
    await enterPassword(PASSWORD);
    await toastSaying('Användare borttagen');
    expect([isPasswordDialogOpen(), sent(DELETE).length]).toEqual([false, 2]);
    expect((screen.getByLabelText('Utkast') as HTMLInputElement).value).toBe('halvskrivet');
  });

  test('is not repeated after a cancel; no error is shown, and the delete dialog stays open', async () => {
    const { sent } = open(<MemberActions />);
    deleteMember();
    await cancelPasswordDialog();
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    await waitFor(() => expect(button('Ta bort').getAttribute('aria-busy')).not.toBe('true'));
    expect(sent(DELETE)).toHaveLength(1);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
    expect(screen.getByRole('dialog', { name: 'Ta bort användare' })).toBeTruthy();
    fireEvent.click(button('Ta bort'));
    await enterPassword(PASSWORD);
    await toastSaying('Användare borttagen');
  });

  test('is not repeated when another admin logs in meanwhile', async () => {
    const { sent } = open(<MemberActions />);
    deleteMember();
    await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
    act(() => storeAdmin('olle'));
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    expect(sent(DELETE)).toHaveLength(1);
  });

  test('is not repeated when the admin navigates elsewhere meanwhile', async () => {
    const { sent } = open(
      <>
        <MemberActions />
        <Link to="/admin/banners">Banners</Link>
      </>,
    );
    deleteMember();
    await screen.findByRole('dialog', { name: PASSWORD_DIALOG_TITLE });
    fireEvent.click(screen.getByText('Banners'));
    await waitFor(() => expect(isPasswordDialogOpen()).toBe(false));
    expect(sent(DELETE)).toHaveLength(1);
  });

  test('shows an error for an empty password, and the reason when the server rejects the confirmation', async () => {
    const { sent } = open(<MemberActions />, {
      ...ANSWERS,
      [CONFIRM]: new AppError('request.too_many'),
    });
    deleteMember();
    await enterPassword('');
    expect(screen.getByText(detailOf('admin.password'))).toBeTruthy();
    expect(sent(CONFIRM)).toHaveLength(0);
    await enterPassword(PASSWORD);
    expect((await screen.findByRole('alert')).textContent).toBe(detailOf('request.too_many'));
    expect(localStorage.getItem('adminToken')).toBe('vera');
  });

  test('fails when the password dialog is not mounted', async () => {
    const { sent } = show(<MemberActions />, { answers: ANSWERS });
    deleteMember();
    await waitFor(() => {
      fireEvent.click(button('Ta bort'));
      expect(sent(DELETE)).toHaveLength(2);
    });
  });
});

describe('a file transfer that requires a recent password', () => {
  const REJECTION = { code: 'admin.confirm_password' };
  const uploads = fakeUploads(() => (isConfirmed ? [200, { collections: {} }] : [403, REJECTION]));

  function fakeFileServer() {
    const trpcFetch = globalThis.fetch;
    const requests: string[] = [];
    globalThis.fetch = (async (url: string, init?: RequestInit) => {
      if (String(url) === '/api/admin/verify') return Response.json({ is_confirmed: isConfirmed });
      if (String(url) !== '/api/admin/backup/export') return trpcFetch(url, init);
      requests.push(String(url));
      return isConfirmed ? Response.json({ version: 1 }) : Response.json(REJECTION, { status: 403 });
    }) as typeof fetch;
    // A real click on the download link would navigate this window away.
    const clickSpy = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    return { requests, restore: () => clickSpy.mockRestore() };
  }

  test('repeats an export after the right password', async () => {
    open(<ExportDialog onClose={() => {}} />);
    const { requests, restore } = fakeFileServer();
    fireEvent.click(button('Exportera'));
    await enterPassword(PASSWORD);
    await toastSaying('Backup exporterad');
    expect(requests).toHaveLength(2);
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
    const { restore } = fakeFileServer();
    const input = document.querySelector('input[name=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['{}'], 'b.json')] } });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(button('Importera backup'));
    await cancelPasswordDialog();
    expect(uploads).toEqual([]);
    await screen.findByText('b.json');
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(button('Importera backup'));
    await enterPassword(PASSWORD);
    await toastSaying('Backup importerad');
    const sent = uploads.map(({ path, body }) => [path, (body.get('file') as File).name]);
    expect(sent).toEqual([['/api/admin/backup/import', 'b.json']]);
    restore();
  });
});
