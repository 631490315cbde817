import { beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { useLoginCheck } from '#client/platform/session/login-state.ts';
import { ForVisitors } from '#client/shell/for-visitors.tsx';
import { RequireSession } from '#client/shell/require-session.tsx';
import { Shell } from '#client/shell/shell.tsx';
import { AppError } from '#src/shared/errors.ts';
import { openPage, path as pagePath } from '#tests/support/account-page.tsx';
import { freshPage } from '#tests/support/client.tsx';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const ME = 'marketplace.accounts.me';
const UNREAD = 'marketplace.conversations.unread';
const LIVE = 'marketplace.conversations.live';
const LOG_OUT = 'marketplace.accounts.logout';

let path = '';
function Probe() {
  path = useLocation().pathname;
  return null;
}

function Inbox() {
  const list = trpc.marketplace.conversations.list.useQuery();
  return <p>{list.data?.[0]?.other_user.name ?? 'Inkorgen'}</p>;
}

function open(startPath: string, answers: Record<string, (input: unknown) => unknown> = {}) {
  const server = fakeServer({
    [ME]: () => ownAccount(),
    [UNREAD]: () => ({ unread_count: 0 }),
    [LOG_OUT]: () => ({ message: 'Du har loggats ut' }),
    'marketplace.conversations.list': () => [],
    ...answers,
  });
  renderAt(
    startPath,
    <Shell>
      <Probe />
      <Link to="/b">Vidare</Link>
      <Routes>
        <Route
          path="/marketplace/inbox"
          element={
            <RequireSession>
              <Inbox />
            </RequireSession>
          }
        />
        <Route
          path="/marketplace/profile"
          element={
            <RequireSession message="Du måste vara inloggad">
              <p>Profilen</p>
            </RequireSession>
          }
        />
        <Route path="*" element={<p>En sida</p>} />
      </Routes>
    </Shell>,
  );
  return {
    ...server,
    callsOf: (procedure: string) => server.calls.filter((call) => call.procedure === procedure),
  };
}

const conversationWith = (name: string) => ({
  announcement_id: 'a',
  other_user: { id: 'u', name },
  announcement: { id: 'a', event_name: 'Lopp', announcement_type: 'sale', distance: '10 km', price: 1 },
  unread_count: 0,
});

const header = () => within(screen.getByRole('banner'));
const nameLink = () => header().queryByRole('link', { name: 'Anna Andersson' });
const logOutButton = () => header().queryByRole('button', { name: 'Logga ut' });
/** The market has its own link to the inbox. */
const openInboxFromHeader = () => {
  fireEvent.click(header().getByRole('link', { name: 'Kontakt' }));
  fireEvent.click(header().getByRole('link', { name: 'Meddelanden' }));
};
const showWindow = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
/** Also lets pending responses arrive. */
async function advanceTime(milliseconds: number) {
  for (const step of [milliseconds, 1, 1, 1]) await act(async () => jest.advanceTimersByTime(step));
}
const hasLogOutButton = () => logOutButton() !== null;
/** Deduplicated: the shell renders a second toaster beside that of the tests. */
const toasts = () => [
  ...new Set([...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)),
];
const expectToast = (text: string) => waitFor(() => expect(toasts()).toEqual([text]));
const storedSession = () => [
  localStorage.getItem('marketplace_token'),
  localStorage.getItem('marketplace_user'),
];

describe('the login state in the header', () => {
  test('shows no name and no logout to a visitor, and makes no request', async () => {
    const { calls } = open('/a');
    expect(hasLogOutButton()).toBe(false);
    expect(header().queryByRole('link', { name: 'Meddelanden' })).toBeNull();
    fireEvent.click(screen.getByText('Vidare'));
    await act(() => Bun.sleep(20));
    expect(calls).toEqual([]);
  });

  test('shows the full name and "Logga ut" before the server has responded', async () => {
    logIn();
    open('/a', { [ME]: () => new Promise(() => {}), [UNREAD]: () => new Promise(() => {}) });
    expect(nameLink()?.getAttribute('href')).toBe('/marketplace/profile');
    expect(hasLogOutButton()).toBe(true);
    expect(header().getByRole('link', { name: 'Meddelanden' }).getAttribute('href')).toBe(
      '/marketplace/inbox',
    );
    // Lets the pending requests finish within this test.
    await act(() => Bun.sleep(20));
  });

  test('is verified on every path change with the token as bearer', async () => {
    logIn();
    const { callsOf } = open('/a');
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
    open('/a', { [ME]: () => ownAccount({ full_name: 'Anna Berg' }) });
    await header().findByRole('link', { name: 'Anna Berg' });
    expect(JSON.parse(storedSession()[1] ?? '')).toEqual(ownAccount({ full_name: 'Anna Berg' }));
  });

  test('logs out silently when the token is rejected', async () => {
    logIn();
    open('/a', {
      [ME]: () => {
        throw new AppError('request.unauthorized');
      },
    });
    await waitFor(() => expect(hasLogOutButton()).toBe(false));
    expect(storedSession()).toEqual([null, null]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toasts()).toEqual([]);
    expect(path).toBe('/a');
  });

  test('hides the name but keeps the token when verification fails, and retries on the next path', async () => {
    logIn();
    let isUnavailable = true;
    const { callsOf } = open('/a', {
      [ME]: () => {
        if (isUnavailable) throw new AppError('server.unavailable');
        return ownAccount();
      },
    });
    await waitFor(() => expect(hasLogOutButton()).toBe(false));
    expect(storedSession()[0]).toBe('token-of-anna');
    expect(toasts()).toEqual([]);
    isUnavailable = false;
    fireEvent.click(screen.getByText('Vidare'));
    expect(hasLogOutButton()).toBe(false);
    await waitFor(() => expect(!!nameLink()).toBe(true));
    expect(callsOf(ME)).toHaveLength(2);
  });

  test('retries every 5 s while the server is unavailable, then shows the name again', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      let isUnavailable = true;
      const orUnavailable = <T,>(answer: T) => {
        if (isUnavailable) throw new AppError('server.unavailable');
        return answer;
      };
      const { callsOf } = open('/marketplace/inbox', {
        [ME]: () => orUnavailable(ownAccount()),
        'marketplace.conversations.list': () => orUnavailable([conversationWith('Bertil')]),
      });
      await advanceTime(100);
      expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 1]);
      await advanceTime(4_500);
      expect(callsOf(ME)).toHaveLength(1);
      await advanceTime(1_000);
      expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 2]);
      isUnavailable = false;
      await advanceTime(5_500);
      expect([hasLogOutButton(), callsOf(ME).length]).toEqual([true, 3]);
      // Member data that could not be fetched is fetched now.
      await advanceTime(100);
      expect(screen.getByText('Bertil')).toBeTruthy();
      await advanceTime(30_000);
      expect(callsOf(ME)).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  test('does not retry after another error', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      const { callsOf } = open('/a', {
        [ME]: () => {
          throw new AppError('server.failed');
        },
      });
      await advanceTime(100);
      await advanceTime(30_000);
      expect([hasLogOutButton(), callsOf(ME).length]).toEqual([false, 1]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('hides the name but keeps the token without a network', async () => {
    logIn();
    const { disconnect } = open('/a');
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
    const { calls } = open('/a');
    expect(hasLogOutButton()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('follows a logout in another tab', async () => {
    logIn();
    open('/a');
    await waitFor(() => expect(!!nameLink()).toBe(true));
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'marketplace_token' })));
    expect(hasLogOutButton()).toBe(false);
  });
});

describe('the unread count', () => {
  test('is part of the accessible name of the link and shown on it', async () => {
    logIn();
    open('/a', { [UNREAD]: () => ({ unread_count: 2 }) });
    const link = await header().findByRole('link', { name: 'Meddelanden, 2 olästa' });
    expect(link.querySelector('.counter-loud')?.textContent).toBe('2');
  });

  test('is live on every page: without a stream it is fetched every 10 s', async () => {
    logIn();
    let unread_count = 0;
    jest.useFakeTimers();
    try {
      const { callsOf } = open('/a', { [UNREAD]: () => ({ unread_count }) });
      await advanceTime(100);
      expect(callsOf(UNREAD)).toHaveLength(1);
      expect(callsOf(LIVE)).toHaveLength(1);
      unread_count = 1;
      await advanceTime(10_000);
      expect(!!header().queryByRole('link', { name: 'Meddelanden, 1 oläst' })).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  test('is fetched when the window becomes visible', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      const { callsOf } = open('/a');
      await advanceTime(100);
      const fetchCountBefore = callsOf(UNREAD).length;
      showWindow();
      await advanceTime(100);
      expect(callsOf(UNREAD).length).toBeGreaterThan(fetchCountBefore);
    } finally {
      jest.useRealTimers();
    }
  });

  test('opens no stream for a visitor', async () => {
    const { callsOf } = open('/a');
    await act(() => Bun.sleep(50));
    expect(callsOf(LIVE)).toEqual([]);
  });
});

describe('Logga ut', () => {
  test.each(['/a', '/marketplace', '/marketplace/inbox', '/marketplace/profile'])(
    'from %s ends the session, clears the storage, shows a toast and goes to /marketplace',
    async (startPath) => {
      logIn();
      const { callsOf } = open(startPath);
      await act(() => Bun.sleep(20));
      fireEvent.click(logOutButton()!);
      expect(storedSession()).toEqual([null, null]);
      expect(hasLogOutButton()).toBe(false);
      await expectToast('Du har loggats ut');
      await waitFor(() => expect(path).toBe('/marketplace'));
      await act(() => Bun.sleep(50));
      expect(path).toBe('/marketplace');
      expect(toasts()).toEqual(['Du har loggats ut']);
      expect(callsOf(LOG_OUT).map((call) => call.bearer)).toEqual(['token-of-anna']);
      expect(document.activeElement?.tagName).toBe('MAIN');
    },
  );

  test('works without a network', async () => {
    logIn();
    const { disconnect } = open('/marketplace/profile');
    await act(() => Bun.sleep(20));
    disconnect();
    fireEvent.click(logOutButton()!);
    await expectToast('Du har loggats ut');
    await waitFor(() => expect(path).toBe('/marketplace'));
    expect(storedSession()).toEqual([null, null]);
  });

  test('discards the data of one member before another logs in', async () => {
    let isNextMemberLoggedIn = false;
    logIn();
    open('/marketplace/inbox', {
      'marketplace.conversations.list': () =>
        isNextMemberLoggedIn ? new Promise(() => {}) : [conversationWith('Bertil')],
    });
    await screen.findByText('Bertil');
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(path).toBe('/marketplace'));
    isNextMemberLoggedIn = true;
    act(() => logIn('token-of-cecilia', ownAccount({ id: 'c', full_name: 'Cecilia' })));
    openInboxFromHeader();
    await screen.findByText('Inkorgen');
    expect(screen.queryByText('Bertil')).toBeNull();
  });
});

describe('RequireSession without a session', () => {
  test('redirects to the login without a toast', async () => {
    open('/marketplace/inbox');
    await waitFor(() => expect(path).toBe('/marketplace/login'));
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
    let isTokenRejected = false;
    open('/marketplace/inbox', {
      [ME]: () => {
        if (isTokenRejected) throw new AppError('request.unauthorized');
        return ownAccount();
      },
    });
    await act(() => Bun.sleep(20));
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(path).toBe('/marketplace'));
    act(() => logIn('another'));
    openInboxFromHeader();
    await waitFor(() => expect(path).toBe('/marketplace/inbox'));
    await act(() => Bun.sleep(20));
    isTokenRejected = true;
    showWindow();
    await waitFor(() => expect(path).toBe('/marketplace/login'));
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
  const openLogin = (respond: () => unknown) => openPage('/login', '/login', <Login />, { [ME]: respond });

  test('redirects to /marketplace once the server has verified the token', async () => {
    logIn();
    const response = Promise.withResolvers<unknown>();
    openLogin(() => response.promise);
    expect(screen.getByText('Formuläret')).toBeTruthy();
    response.resolve(ownAccount());
    await waitFor(() => expect(pagePath).toBe('/marketplace'));
  });

  test('stays when the token is rejected or the server is unavailable', async () => {
    for (const code of ['request.unauthorized', 'server.unavailable'] as const) {
      logIn();
      const { unmount } = openLogin(() => {
        throw new AppError(code);
      });
      await act(() => Bun.sleep(50));
      expect(pagePath).toBe('/login');
      unmount();
    }
  });

  const signalOtherTab = () => act(() => void window.dispatchEvent(new StorageEvent('storage')));

  test('redirects once the server has verified a login in another tab', async () => {
    openLogin(() => ownAccount());
    localStorage.setItem('marketplace_token', 'token-of-anna');
    signalOtherTab();
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    signalOtherTab();
    await waitFor(() => expect(pagePath).toBe('/marketplace'));
  });

  test('stays when the token stored by another tab is rejected', async () => {
    openLogin(() => {
      throw new AppError('request.unauthorized');
    });
    localStorage.setItem('marketplace_token', 'token-of-anna');
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    signalOtherTab();
    await act(() => Bun.sleep(50));
    expect(pagePath).toBe('/login');
  });

  test('does not redirect after a login on the page itself, because the page does', async () => {
    openLogin(() => ownAccount());
    act(() => logIn());
    await act(() => Bun.sleep(50));
    expect(pagePath).toBe('/login');
  });
});
