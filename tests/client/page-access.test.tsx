import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { useLoginCheck } from '#client/platform/session/login-state.ts';
import { ForVisitors } from '#client/shell/for-visitors.tsx';
import { RequireSession } from '#client/shell/require-session.tsx';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, show } from '#tests/support/client.tsx';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';
import { renderAt } from '#tests/support/render.tsx';
import {
  logOutButton,
  ME,
  openInboxFromHeader,
  openShell,
  showWindow,
  toasts,
} from '#tests/support/shell-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

describe('RequireSession without a session', () => {
  test('redirects to the login without a toast', async () => {
    openShell('/marketplace/inbox');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(toasts()).toEqual([]);
  });

  test('shows its message once', async () => {
    renderAt(
      '/marketplace/profile',
      <RequireSession message="Du måste vara inloggad">
        <p>Profilen</p>
      </RequireSession>,
      { strict: true },
    );
    await screen.findByText('Du måste vara inloggad');
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
    expect(screen.queryByText('Profilen')).toBeNull();
  });

  test('redirects to the login when the token is rejected, also after an earlier logout by hand', async () => {
    logIn();
    const { answers } = openShell('/marketplace/inbox');
    await act(() => Bun.sleep(20));
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(place.url).toBe('/marketplace'));
    act(() => logIn('another'));
    openInboxFromHeader();
    await waitFor(() => expect(place.url).toBe('/marketplace/inbox'));
    await act(() => Bun.sleep(20));
    answers[ME] = new AppError('request.unauthorized');
    showWindow();
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  });
});

/** As in the product: the shell verifies the session, and the page waits for the result. */
function Login() {
  useLoginCheck();
  return (
    <ForVisitors>
      <p>Formuläret</p>
    </ForVisitors>
  );
}

describe('ForVisitors with a session', () => {
  const openLogin = (answer: unknown) =>
    show(
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="*" element={<p>En annan sida</p>} />
      </Routes>,
      { path: '/login', answers: { [ME]: answer } },
    );
  const signalOtherTab = () => act(() => void window.dispatchEvent(new StorageEvent('storage')));

  test('redirects to /marketplace once the server has verified the token', async () => {
    logIn();
    const response = Promise.withResolvers<unknown>();
    openLogin(() => response.promise);
    expect(screen.getByText('Formuläret')).toBeTruthy();
    response.resolve(ownAccount());
    await waitFor(() => expect(place.url).toBe('/marketplace'));
  });

  test('stays when the token is rejected or the server is unavailable', async () => {
    for (const code of ['request.unauthorized', 'server.unavailable'] as const) {
      logIn();
      const { unmount } = openLogin(new AppError(code));
      await act(() => Bun.sleep(50));
      expect(place.url).toBe('/login');
      unmount();
    }
  });

  test('redirects once the server has verified a login in another tab', async () => {
    openLogin(ownAccount());
    localStorage.setItem('marketplace_token', 'token-of-anna');
    signalOtherTab();
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    signalOtherTab();
    await waitFor(() => expect(place.url).toBe('/marketplace'));
  });

  test('stays when the token stored by another tab is rejected', async () => {
    openLogin(new AppError('request.unauthorized'));
    localStorage.setItem('marketplace_token', 'token-of-anna');
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    signalOtherTab();
    await act(() => Bun.sleep(50));
    expect(place.url).toBe('/login');
  });

  test('does not redirect after a login on the page itself, because the page does', async () => {
    openLogin(ownAccount());
    act(() => logIn());
    await act(() => Bun.sleep(50));
    expect(place.url).toBe('/login');
  });
});
