import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place } from '#tests/support/client.tsx';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';
import {
  CONVERSATIONS,
  header,
  LOG_OUT,
  logOutButton,
  ME,
  openInboxFromHeader,
  openShell,
  showWindow,
  toasts,
  UNREAD,
} from '#tests/support/shell-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);
afterEach(() => void jest.useRealTimers());

const LIVE = 'marketplace.conversations.live';
const CONVERSATION = {
  announcement_id: 'a',
  other_user: { id: 'u', name: 'Bertil' },
  announcement: { id: 'a', event_name: 'Lopp', announcement_type: 'sale', distance: '10 km', price: 1 },
  unread_count: 0,
};

const nameLink = () => header().queryByRole('link', { name: 'Anna Andersson' });
const hasLogOutButton = () => logOutButton() !== null;
/** Also lets pending responses arrive. */
async function advanceTime(milliseconds: number) {
  for (const step of [milliseconds, 1, 1, 1]) await act(async () => jest.advanceTimersByTime(step));
}
const expectToast = (text: string) => waitFor(() => expect(toasts()).toEqual([text]));
const storedSession = () => [
  localStorage.getItem('marketplace_token'),
  localStorage.getItem('marketplace_user'),
];

describe('the login state in the header', () => {
  test('shows no name and no logout to a visitor, and makes no request', async () => {
    const { calls } = openShell('/a');
    expect(hasLogOutButton()).toBe(false);
    expect(header().queryByRole('link', { name: 'Meddelanden' })).toBeNull();
    fireEvent.click(screen.getByText('Vidare'));
    await act(() => Bun.sleep(20));
    expect(calls).toEqual([]);
  });

  test('shows the full name and "Logga ut" before the server has responded', async () => {
    logIn();
    openShell('/a', { [ME]: () => new Promise(() => {}), [UNREAD]: () => new Promise(() => {}) });
    expect(nameLink()?.getAttribute('href')).toBe('/marketplace/profile');
    expect(hasLogOutButton()).toBe(true);
    expect(header().getByRole('link', { name: 'Meddelanden' }).getAttribute('href')).toBe(
      '/marketplace/inbox',
    );
    // Lets the pending requests finish within this test.
    await act(() => Bun.sleep(20));
  });

  test('has its pages, its unread messages and "Logga ut" in the menu of the tab bar', async () => {
    logIn();
    openShell('/a', { [UNREAD]: { unread_count: 2 } });
    const menu = within(screen.getByText('Mer').parentElement as HTMLElement);
    const inbox = await menu.findByRole('link', { name: 'Meddelanden 2 olästa' });
    expect(inbox.getAttribute('href')).toBe('/marketplace/inbox');
    expect(menu.getByRole('link', { name: 'Min profil' }).getAttribute('href')).toBe('/marketplace/profile');
    expect(menu.queryByRole('link', { name: 'Logga in' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Jag 2 olästa' })).toBeTruthy();
    fireEvent.click(menu.getByRole('button', { name: 'Logga ut' }));
    expect(storedSession()).toEqual([null, null]);
    menu.getByRole('link', { name: 'Logga in' });
    await act(() => Bun.sleep(20));
  });

  test('is verified on every path change with the token as bearer', async () => {
    logIn();
    const { callsOf } = openShell('/a');
    await waitFor(() => expect(callsOf(ME)).toHaveLength(1));
    await act(() => Bun.sleep(20));
    fireEvent.click(screen.getByText('Vidare'));
    await waitFor(() => expect(callsOf(ME)).toHaveLength(2));
    await act(() => Bun.sleep(20));
    fireEvent.click(header().getByRole('link', { name: 'Loppkalendern' }));
    await waitFor(() => expect(callsOf(ME)).toHaveLength(3));
    expect(new Set(callsOf(ME).map((call) => call.bearer))).toEqual(new Set(['token-of-anna']));
  });

  test('replaces the stored name by the one from the server', async () => {
    logIn();
    openShell('/a', { [ME]: ownAccount({ full_name: 'Anna Berg' }) });
    await header().findByRole('link', { name: 'Anna Berg' });
    expect(JSON.parse(storedSession()[1] ?? '')).toEqual(ownAccount({ full_name: 'Anna Berg' }));
  });

  test('logs out silently when the token is rejected', async () => {
    logIn();
    openShell('/a', { [ME]: new AppError('request.unauthorized') });
    await waitFor(() => expect(hasLogOutButton()).toBe(false));
    expect(storedSession()).toEqual([null, null]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toasts()).toEqual([]);
    expect(place.url).toBe('/a');
  });

  test('hides the name but keeps the token when verification fails, and retries on the next path', async () => {
    logIn();
    const { answers, callsOf } = openShell('/a', { [ME]: new AppError('server.unavailable') });
    await waitFor(() => expect(hasLogOutButton()).toBe(false));
    expect(storedSession()[0]).toBe('token-of-anna');
    expect(toasts()).toEqual([]);
    answers[ME] = ownAccount();
    fireEvent.click(screen.getByText('Vidare'));
    expect(hasLogOutButton()).toBe(false);
    await waitFor(() => expect(!!nameLink()).toBe(true));
    expect(callsOf(ME)).toHaveLength(2);
  });

  test('retries every 5 s while the server is unavailable, then shows the name again', async () => {
    jest.useFakeTimers();
    logIn();
    const error = new AppError('server.unavailable');
    const { answers, callsOf } = openShell('/marketplace/inbox', { [ME]: error, [CONVERSATIONS]: error });
    await advanceTime(100);
    expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 1]);
    await advanceTime(4_500);
    expect(callsOf(ME)).toHaveLength(1);
    await advanceTime(1_000);
    expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 2]);
    Object.assign(answers, { [ME]: ownAccount(), [CONVERSATIONS]: [CONVERSATION] });
    await advanceTime(5_500);
    expect([hasLogOutButton(), callsOf(ME).length]).toEqual([true, 3]);
    // Member data that could not be fetched is fetched now.
    await advanceTime(100);
    expect(screen.getByText('Bertil')).toBeTruthy();
    await advanceTime(30_000);
    expect(callsOf(ME)).toHaveLength(3);
  });

  test('does not retry after another error', async () => {
    jest.useFakeTimers();
    logIn();
    const { callsOf } = openShell('/a', { [ME]: new AppError('server.failed') });
    await advanceTime(100);
    await advanceTime(30_000);
    expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 1]);
  });

  test('hides the name but keeps the token without a network', async () => {
    logIn();
    const { disconnect } = openShell('/a');
    await waitFor(() => expect(!!nameLink()).toBe(true));
    await act(() => Bun.sleep(20));
    disconnect();
    fireEvent.click(screen.getByText('Vidare'));
    await waitFor(() => expect(hasLogOutButton()).toBe(false));
    expect(storedSession()[0]).toBe('token-of-anna');
  });

  test('treats a malformed stored user as logged out', () => {
    localStorage.setItem('marketplace_token', 'x');
    localStorage.setItem('marketplace_user', '{');
    const { calls } = openShell('/a');
    expect(hasLogOutButton()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('follows a logout in another tab', async () => {
    logIn();
    openShell('/a');
    await waitFor(() => expect(!!nameLink()).toBe(true));
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'marketplace_token' })));
    expect(hasLogOutButton()).toBe(false);
  });
});

describe('the unread count', () => {
  test('is part of the accessible name of the link and shown on it', async () => {
    logIn();
    openShell('/a', { [UNREAD]: { unread_count: 2 } });
    const link = await header().findByRole('link', { name: 'Meddelanden, 2 olästa' });
    expect(link.querySelector('.counter-loud')?.textContent).toBe('2');
  });

  test('is live on every page: without a stream it is fetched every 10 s', async () => {
    logIn();
    jest.useFakeTimers();
    const { answers, callsOf } = openShell('/a');
    await advanceTime(100);
    expect(callsOf(UNREAD)).toHaveLength(1);
    expect(callsOf(LIVE)).toHaveLength(1);
    answers[UNREAD] = { unread_count: 1 };
    await advanceTime(10_000);
    expect(!!header().queryByRole('link', { name: 'Meddelanden, 1 oläst' })).toBe(true);
  });

  test('is fetched when the window becomes visible', async () => {
    jest.useFakeTimers();
    logIn();
    const { callsOf } = openShell('/a');
    await advanceTime(100);
    const fetchCountBefore = callsOf(UNREAD).length;
    showWindow();
    await advanceTime(100);
    expect(callsOf(UNREAD).length).toBeGreaterThan(fetchCountBefore);
  });

  test('opens no stream for a visitor', async () => {
    const { callsOf } = openShell('/a');
    await act(() => Bun.sleep(50));
    expect(callsOf(LIVE)).toEqual([]);
  });
});

describe('Logga ut', () => {
  test.each(['/a', '/marketplace', '/marketplace/inbox', '/marketplace/profile'])(
    'from %s ends the session, clears the storage, shows a toast and goes to /marketplace',
    async (startPath) => {
      logIn();
      const { callsOf } = openShell(startPath);
      await act(() => Bun.sleep(20));
      fireEvent.click(logOutButton()!);
      expect(storedSession()).toEqual([null, null]);
      expect(hasLogOutButton()).toBe(false);
      await expectToast('Du har loggats ut');
      await waitFor(() => expect(place.url).toBe('/marketplace'));
      await act(() => Bun.sleep(50));
      expect(place.url).toBe('/marketplace');
      expect(toasts()).toEqual(['Du har loggats ut']);
      expect(callsOf(LOG_OUT).map((call) => call.bearer)).toEqual(['token-of-anna']);
      expect(document.activeElement?.tagName).toBe('MAIN');
    },
  );

  test('works without a network', async () => {
    logIn();
    const { disconnect } = openShell('/marketplace/profile');
    await act(() => Bun.sleep(20));
    disconnect();
    fireEvent.click(logOutButton()!);
    await expectToast('Du har loggats ut');
    await waitFor(() => expect(place.url).toBe('/marketplace'));
    expect(storedSession()).toEqual([null, null]);
  });

  test('discards the data of one member before another logs in', async () => {
    logIn();
    const { answers } = openShell('/marketplace/inbox', { [CONVERSATIONS]: [CONVERSATION] });
    await screen.findByText('Bertil');
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(place.url).toBe('/marketplace'));
    answers[CONVERSATIONS] = () => new Promise(() => {});
    act(() => logIn('token-of-cecilia', ownAccount({ id: 'c', full_name: 'Cecilia' })));
    openInboxFromHeader();
    await screen.findByText('Inkorgen');
    expect(screen.queryByText('Bertil')).toBeNull();
  });
});
