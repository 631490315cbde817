import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ResetPasswordPage from '#client/pages/reset-password.tsx';
import { useLoginCheck } from '#client/platform/session/login-state.ts';
import { currentSession } from '#client/platform/session/member.ts';
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
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const RESET = 'marketplace.accounts.resetPassword';
const SUCCESS_TOAST = 'Lösenordet har återställts! Du kan nu logga in.';
const VALID_PASSWORDS = { new_password: 'Loppet2027', confirm_password: 'Loppet2027' };

/** As in the product: the shell verifies the session. */
function Page() {
  useLoginCheck();
  return <ResetPasswordPage />;
}

function open(
  respond: () => unknown = () => ({ message: SUCCESS_TOAST }),
  me: () => unknown = () => ownAccount(),
) {
  const pagePath = '/marketplace/reset-password';
  const page = openPage(`${pagePath}/abc-123`, `${pagePath}/:token`, <Page />, {
    [RESET]: respond,
    'marketplace.accounts.me': me,
    'marketplace.conversations.unread': () => ({ unread_count: 0 }),
  });
  return { ...page, sent: () => page.callsOf(RESET) };
}
const failWith = (code: ErrorCode) => () => {
  throw new AppError(code);
};
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Spara nytt lösenord' }));

describe('the reset-password page', () => {
  test('lists the password rules and marks the ones that are met', async () => {
    open();
    const checklist = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(checklist()).toEqual(['Minst 8 tecken', 'En liten bokstav', 'En stor bokstav', 'En siffra']);
    await fill({ new_password: 'a1' });
    expect(checklist()).toEqual([
      'Minst 8 tecken',
      'En liten bokstav uppfyllt',
      'En stor bokstav',
      'En siffra uppfyllt',
    ]);
  });

  test('lists the maximum length only while the password exceeds it', async () => {
    open();
    const LENGTH_RULE = 'Högst 128 tecken';
    const typePassword = (new_password: string) =>
      fireEvent.change(control('new_password'), { target: { value: new_password } });
    typePassword(`Aa1${'x'.repeat(125)}`);
    expect(screen.queryByText(LENGTH_RULE)).toBeNull();
    typePassword(`Aa1${'x'.repeat(126)}`);
    expect(screen.getByText(LENGTH_RULE)).toBeTruthy();
  });

  test.each([
    [{}, 'new_password'],
    [{ confirm_password: 'Loppet2027' }, 'new_password'],
    [{ new_password: 'Loppet2027' }, 'confirm_password'],
  ])('shows "Fyll i alla fält" for %j', async (values, field) => {
    const { sent } = open();
    await fill(values as Record<string, string>);
    await pressSave();
    expect(alerts()[0]).toBe('Fyll i alla fält');
    expect(document.activeElement).toBe(control(field));
    expect(sent()).toEqual([]);
  });

  test.each([
    ['Loppet2027', 'Loppet2028', 'confirm_password', ['Lösenorden matchar inte']],
    ['Lopp1', 'Lopp1', 'new_password', ['Lösenordet måste vara minst 8 tecken']],
    ['Lopp1', 'Lopp2', 'new_password', ['Lösenordet måste vara minst 8 tecken', 'Lösenorden matchar inte']],
  ])(
    'rejects the password %s with the confirmation %s',
    async (new_password, confirm_password, focused, errorTexts) => {
      const { sent } = open();
      await fill({ new_password, confirm_password });
      await pressSave();
      expect(alerts()).toEqual(errorTexts);
      expect(document.activeElement).toBe(control(focused));
      expect(sent()).toEqual([]);
    },
  );

  test('checks only the length in the browser, and shows the error message of the server for a weak password', async () => {
    const { sent } = open(failWith('password.weak'));
    await fill({ new_password: 'loppetloppet', confirm_password: 'loppetloppet' });
    await pressSave();
    await screen.findByText('Lösenordet uppfyller inte kraven');
    expect(describedBy('new_password')).toStartWith('Lösenordet uppfyller inte kraven');
    expect(alerts()).toEqual(['Lösenordet uppfyller inte kraven']);
    expect(document.activeElement).toBe(control('new_password'));
    expect(sent().map((call) => call.input)).toEqual([{ token: 'abc-123', new_password: 'loppetloppet' }]);
  });

  test('shows a common password as an error at its field, and keeps the link usable', async () => {
    open(failWith('password.common'));
    await fill({ new_password: 'Password1', confirm_password: 'Password1' });
    await pressSave();
    await screen.findByText('Lösenordet är ett av de vanligaste. Välj ett annat.');
    expect(describedBy('new_password')).toStartWith('Lösenordet är ett av de vanligaste. Välj ett annat.');
    expect(alerts()).toEqual(['Lösenordet är ett av de vanligaste. Välj ett annat.']);
    expect(document.activeElement).toBe(control('new_password'));
    expect(screen.queryByRole('link', { name: 'Begär en ny länk' })).toBeNull();
  });

  test.each(['reset.invalid', 'request.invalid', 'request.malformed'] as const)(
    'shows "Ogiltig eller utgången återställningslänk" and a link to a new one after %s',
    async (code) => {
      open(failWith(code));
      await fill(VALID_PASSWORDS);
      await pressSave();
      await screen.findByText('Ogiltig eller utgången återställningslänk');
      expect(screen.getByRole('link', { name: 'Begär en ny länk' }).getAttribute('href')).toBe(
        '/marketplace/forgot-password',
      );
      expect(control('new_password').value).toBe('Loppet2027');
    },
  );

  test('shows only that the outcome is unknown after server.uncertain', async () => {
    open(failWith('server.uncertain'));
    await fill(VALID_PASSWORDS);
    await pressSave();
    await screen.findByRole('alert');
    expect(alerts()).toEqual([
      'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.',
    ]);
  });

  test.each(['server.failed', 'server.unavailable', 'request.too_many'] as const)(
    'shows "Något gick fel. Försök igen." after %s',
    async (code) => {
      open(failWith(code));
      await fill(VALID_PASSWORDS);
      await pressSave();
      await screen.findByText('Något gick fel. Försök igen.');
      expect(screen.queryByText('Ogiltig eller utgången återställningslänk')).toBeNull();
    },
  );

  test('shows "Något gick fel. Försök igen." without a network', async () => {
    const { disconnect } = open();
    await fill(VALID_PASSWORDS);
    disconnect();
    await pressSave();
    await screen.findByText('Något gick fel. Försök igen.');
  });

  test('shows a toast and goes to the login after 2 s', async () => {
    const { sent } = open();
    await fill(VALID_PASSWORDS);
    await expectRedirect(SUCCESS_TOAST, 2000, '/marketplace/login');
    expect(sent().map((call) => call.input)).toEqual([{ token: 'abc-123', new_password: 'Loppet2027' }]);
  });

  test('logs out a member when the reset has ended their session, but not a member with another session', async () => {
    for (const isSessionEnded of [true, false]) {
      logIn();
      let isReset = false;
      const { unmount } = open(
        () => {
          isReset = true;
          return { message: SUCCESS_TOAST };
        },
        () => {
          if (isSessionEnded && isReset) throw new AppError('request.unauthorized');
          return ownAccount();
        },
      );
      await fill(VALID_PASSWORDS);
      await pressSave();
      await waitFor(() => expect(toasts()).toEqual([SUCCESS_TOAST]));
      await act(() => Bun.sleep(50));
      expect(currentSession()?.token).toBe(isSessionEnded ? undefined : 'token-of-anna');
      unmount();
    }
  });

  test('shows the message of the server as the toast', async () => {
    open(() => ({ message: 'Klart!' }));
    await fill(VALID_PASSWORDS);
    await pressSave();
    await screen.findByText('Klart!');
    await act(() => Bun.sleep(50));
    expect(toasts()).toEqual(['Klart!']);
  });

  test('does not redirect a visitor who navigates elsewhere within the 2 s', async () => {
    open();
    await fill(VALID_PASSWORDS);
    await expectToStay(SUCCESS_TOAST, 2000);
    expect(path).toBe('/elsewhere');
  });
});
