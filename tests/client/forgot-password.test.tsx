import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ForgotPasswordPage from '#client/pages/forgot-password.tsx';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { alerts, openPage, toasts } from '#tests/support/account-page.tsx';
import { freshPage } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { logOutQuietly } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const FORGOT = 'marketplace.accounts.forgotPassword';
const SENT_TOAST = 'Återställningslänk skickad! Kolla din e-post.';

function open(respond: () => unknown = () => ({ message: SENT_TOAST })) {
  const pagePath = '/marketplace/forgot-password';
  const page = openPage(pagePath, pagePath, <ForgotPasswordPage />, { [FORGOT]: respond });
  return { ...page, sent: () => page.callsOf(FORGOT) };
}
const pressSend = () => userEvent.click(screen.getByRole('button', { name: 'Skicka återställningslänk' }));
const backHref = () => screen.getByRole('link', { name: 'Tillbaka till inloggning' }).getAttribute('href');

describe('the forgot-password page', () => {
  test.each([
    ['', 'Ange din e-postadress'],
    ['   ', 'Ange din e-postadress'],
    ['anna', 'Ange en giltig e-postadress.'],
  ])('rejects the e-mail address "%s" with "%s" and sends nothing', async (email, errorText) => {
    const { sent } = open();
    if (email) await fill({ email });
    await pressSend();
    expect(describedBy('email')).toBe(errorText);
    expect(document.activeElement).toBe(control('email'));
    expect(sent()).toEqual([]);
    expect(backHref()).toBe('/marketplace/login');
  });

  test('shows a toast and the e-mail address after sending, and returns to the form on "Försök igen"', async () => {
    const { sent } = open();
    await fill({ email: 'anna@example.se' });
    fireEvent.click(screen.getByRole('button', { name: 'Skicka återställningslänk' }));
    await screen.findByText(SENT_TOAST);
    await act(() => Bun.sleep(50));
    expect(toasts()).toEqual([SENT_TOAST]);
    expect(screen.getByText('anna@example.se')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('anna@example.se');
    expect(backHref()).toBe('/marketplace/login');
    expect(sent().map((call) => call.input)).toEqual([{ email: 'anna@example.se' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(control('email').value).toBe('anna@example.se');
    expect(document.activeElement).toBe(control('email'));
  });

  test('shows the message of the server as the toast', async () => {
    open(() => ({ message: 'På väg!' }));
    await fill({ email: 'anna@example.se' });
    fireEvent.click(screen.getByRole('button', { name: 'Skicka återställningslänk' }));
    await screen.findByText('På väg!');
    await act(() => Bun.sleep(50));
    expect(toasts()).toEqual(['På väg!']);
  });

  test.each([
    ['server.failed', 'Något gick fel. Försök igen.'],
    [
      'server.unavailable',
      'Något gick fel. Försök igen.Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.',
    ],
    [
      'request.too_many',
      'Något gick fel. Försök igen.Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    ],
  ] as [ErrorCode, string][])(
    'keeps the e-mail address and shows an error after %s: "%s"',
    async (code, errorText) => {
      open(() => {
        throw new AppError(code);
      });
      await fill({ email: 'anna@example.se' });
      await pressSend();
      await screen.findByRole('alert');
      expect(alerts()).toEqual([errorText]);
      expect(control('email').value).toBe('anna@example.se');
    },
  );

  test('shows an error without a network', async () => {
    const { disconnect } = open();
    await fill({ email: 'anna@example.se' });
    disconnect();
    await pressSend();
    await screen.findByText('Något gick fel. Försök igen.');
  });
});
