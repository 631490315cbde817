import { beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { trpc } from '../../client/platform/api/trpc';
import { useLoginCheck } from '../../client/platform/session/login-state';
import { ForVisitors } from '../../client/shell/for-visitors';
import { RequireSession } from '../../client/shell/require-session';
import { Shell } from '../../client/shell/shell';
import { AppError } from '../../src/shared/errors';
import { openPage, path as pagePath } from '../support/account-page';
import { freshPage } from '../support/client';
import { logIn, logOutQuietly, ownAccount } from '../support/member';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(logOutQuietly);

const ME = 'marketplace.accounts.me';
const UNREAD = 'marketplace.conversations.unread';
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

/** The site with pages of our own: what is tested is the frame around them. */
function open(at: string, answers: Record<string, (input: unknown) => unknown> = {}) {
  const server = fakeServer({
    [ME]: () => ownAccount(),
    [UNREAD]: () => ({ unread_count: 0 }),
    [LOG_OUT]: () => ({ message: 'Du har loggats ut' }),
    'marketplace.conversations.list': () => [],
    ...answers,
  });
  renderAt(
    at,
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
  return { ...server, asked: (procedure: string) => server.calls.filter((c) => c.procedure === procedure) };
}

/** A conversation of whoever is logged in. */
const line = (name: string) => ({
  announcement_id: 'a',
  other_user: { id: 'u', name },
  announcement: { id: 'a', event_name: 'Lopp', announcement_type: 'sale', distance: '10 km', price: 1 },
  unread_count: 0,
});

const header = () => within(screen.getByRole('banner'));
const name = () => header().queryByRole('link', { name: 'Anna Andersson' });
const logOutButton = () => header().queryByRole('button', { name: 'Logga ut' });
const lookAgain = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
/** Moves the faked clock, and lets what was asked be answered. */
async function pass(milliseconds: number) {
  for (const step of [milliseconds, 1, 1, 1]) await act(async () => jest.advanceTimersByTime(step));
}
const hasLogOut = () => logOutButton() !== null;
/** The toasts on the screen; the shell brings a toaster beside the one of the tests. */
const toasts = () => [
  ...new Set([...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)),
];
const toasted = (text: string) => waitFor(() => expect(toasts()).toEqual([text]));
const stored = () => [localStorage.getItem('marketplace_token'), localStorage.getItem('marketplace_user')];

describe('who is logged in (sections 2 and 4)', () => {
  test('nobody: no name, no way out, and nothing is asked', async () => {
    const { calls } = open('/a');
    expect(hasLogOut()).toBe(false);
    expect(header().queryByRole('link', { name: 'Meddelanden' })).toBeNull();
    fireEvent.click(screen.getByText('Vidare'));
    await act(() => Bun.sleep(20));
    expect(calls).toEqual([]);
  });

  test('the full name and Logga ut stand there at once, before the server has answered', async () => {
    logIn();
    open('/a', { [ME]: () => new Promise(() => {}), [UNREAD]: () => new Promise(() => {}) });
    expect(name()?.getAttribute('href')).toBe('/marketplace/profile');
    expect(hasLogOut()).toBe(true);
    expect(header().getByRole('link', { name: 'Meddelanden' }).getAttribute('href')).toBe(
      '/marketplace/inbox',
    );
    // What is on its way belongs to this test.
    await act(() => Bun.sleep(20));
  });

  test('is looked at again on every path change, with the token as bearer', async () => {
    logIn();
    const { asked } = open('/a');
    await waitFor(() => expect(asked(ME)).toHaveLength(1));
    await act(() => Bun.sleep(20));
    fireEvent.click(screen.getByText('Vidare'));
    await waitFor(() => expect(asked(ME)).toHaveLength(2));
    await act(() => Bun.sleep(20));
    fireEvent.click(header().getByRole('link', { name: 'Loppkalendern' }));
    await waitFor(() => expect(asked(ME)).toHaveLength(3));
    expect(new Set(asked(ME).map((call) => call.bearer))).toEqual(new Set(['token-of-anna']));
  });

  test('a name that the server has otherwise takes the place of the stored one', async () => {
    logIn();
    open('/a', { [ME]: () => ownAccount({ full_name: 'Anna Berg' }) });
    await header().findByRole('link', { name: 'Anna Berg' });
    expect(JSON.parse(stored()[1] ?? '')).toEqual(ownAccount({ full_name: 'Anna Berg' }));
  });

  test('a token that has died makes the visitor logged out, with nothing on the screen', async () => {
    logIn();
    open('/a', {
      [ME]: () => {
        throw new AppError('request.unauthorized');
      },
    });
    await waitFor(() => expect(hasLogOut()).toBe(false));
    expect(stored()).toEqual([null, null]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toasts()).toEqual([]);
    expect(path).toBe('/a');
  });

  test('a me call that fails otherwise shows nobody and keeps the token; the next path asks again', async () => {
    logIn();
    let isAway = true;
    const { asked } = open('/a', {
      [ME]: () => {
        if (isAway) throw new AppError('server.unavailable');
        return ownAccount();
      },
    });
    await waitFor(() => expect(hasLogOut()).toBe(false));
    expect(stored()[0]).toBe('token-of-anna');
    expect(toasts()).toEqual([]);
    isAway = false;
    fireEvent.click(screen.getByText('Vidare'));
    expect(hasLogOut()).toBe(false);
    await waitFor(() => expect(!!name()).toBe(true));
    expect(asked(ME)).toHaveLength(2);
  });

  test('while the server is away it is asked every 5 s, and the name comes back with it by itself', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      let isAway = true;
      const away = <T,>(answer: T) => {
        if (isAway) throw new AppError('server.unavailable');
        return answer;
      };
      const { asked } = open('/marketplace/inbox', {
        [ME]: () => away(ownAccount()),
        'marketplace.conversations.list': () => away([line('Bertil')]),
      });
      await pass(100);
      expect([hasLogOut(), asked(ME).length]).toEqual([false, 1]);
      await pass(4_500);
      expect(asked(ME)).toHaveLength(1);
      await pass(1_000);
      expect([hasLogOut(), asked(ME).length]).toEqual([false, 2]);
      isAway = false;
      await pass(5_500);
      expect([hasLogOut(), asked(ME).length]).toEqual([true, 3]);
      // What of theirs could not be had meanwhile comes too.
      await pass(100);
      expect(screen.getByText('Bertil')).toBeTruthy();
      await pass(30_000);
      expect(asked(ME)).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  test('what fails otherwise is not asked again and again', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      const { asked } = open('/a', {
        [ME]: () => {
          throw new AppError('server.failed');
        },
      });
      await pass(100);
      await pass(30_000);
      expect([hasLogOut(), asked(ME).length]).toEqual([false, 1]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('without a network too', async () => {
    logIn();
    const { breakDown } = open('/a');
    await waitFor(() => expect(!!name()).toBe(true));
    await act(() => Bun.sleep(20));
    breakDown();
    fireEvent.click(screen.getByText('Vidare'));
    await waitFor(() => expect(hasLogOut()).toBe(false));
    expect(stored()[0]).toBe('token-of-anna');
  });

  test('a user that cannot be read is nobody', () => {
    localStorage.setItem('marketplace_token', 'x');
    localStorage.setItem('marketplace_user', '{');
    const { calls } = open('/a');
    expect(hasLogOut()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('logging out in another tab counts here', async () => {
    logIn();
    open('/a');
    await waitFor(() => expect(!!name()).toBe(true));
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'marketplace_token' })));
    expect(hasLogOut()).toBe(false);
  });
});

describe('the unread count', () => {
  test('stands in the name of the link, and loud on it', async () => {
    logIn();
    open('/a', { [UNREAD]: () => ({ unread_count: 2 }) });
    const link = await header().findByRole('link', { name: 'Meddelanden, 2 olästa' });
    expect(link.querySelector('.counter-loud')?.textContent).toBe('2');
  });

  test('is asked for when somebody is logged in, when the window is looked at, and every minute', async () => {
    jest.useFakeTimers();
    try {
      logIn();
      const { asked } = open('/a');
      await pass(100);
      expect(asked(UNREAD)).toHaveLength(1);
      await pass(59_000);
      expect(asked(UNREAD)).toHaveLength(1);
      await pass(1_100);
      expect(asked(UNREAD)).toHaveLength(2);
      lookAgain();
      await pass(100);
      expect(asked(UNREAD)).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('Logga ut (section 4)', () => {
  test.each(['/a', '/marketplace', '/marketplace/inbox', '/marketplace/profile'])(
    'from %s: the session ends, nothing is stored, the toast, and /marketplace',
    async (at) => {
      logIn();
      const { asked } = open(at);
      await act(() => Bun.sleep(20));
      fireEvent.click(logOutButton()!);
      expect(stored()).toEqual([null, null]);
      expect(hasLogOut()).toBe(false);
      await toasted('Du har loggats ut');
      await waitFor(() => expect(path).toBe('/marketplace'));
      await act(() => Bun.sleep(50));
      expect(path).toBe('/marketplace');
      expect(toasts()).toEqual(['Du har loggats ut']);
      expect(asked(LOG_OUT).map((call) => call.bearer)).toEqual(['token-of-anna']);
      expect(document.activeElement?.tagName).toBe('MAIN');
    },
  );

  test('also when the server is away', async () => {
    logIn();
    const { breakDown } = open('/marketplace/profile');
    await act(() => Bun.sleep(20));
    breakDown();
    fireEvent.click(logOutButton()!);
    await toasted('Du har loggats ut');
    await waitFor(() => expect(path).toBe('/marketplace'));
    expect(stored()).toEqual([null, null]);
  });

  test('what was fetched for one is not shown to the next', async () => {
    let isNext = false;
    logIn();
    open('/marketplace/inbox', {
      'marketplace.conversations.list': () => (isNext ? new Promise(() => {}) : [line('Bertil')]),
    });
    await screen.findByText('Bertil');
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(path).toBe('/marketplace'));
    isNext = true;
    act(() => logIn('token-of-cecilia', ownAccount({ id: 'c', full_name: 'Cecilia' })));
    fireEvent.click(header().getByRole('link', { name: 'Meddelanden' }));
    await screen.findByText('Inkorgen');
    expect(screen.queryByText('Bertil')).toBeNull();
  });
});

describe('a page for members, to somebody who is not (section 2)', () => {
  test('leads to the login in silence', async () => {
    open('/marketplace/inbox');
    await waitFor(() => expect(path).toBe('/marketplace/login'));
    expect(toasts()).toEqual([]);
  });

  test('or with its message, once', async () => {
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

  test('also when the token dies while they are there, and after logging out by hand', async () => {
    logIn();
    let isDead = false;
    open('/marketplace/inbox', {
      [ME]: () => {
        if (isDead) throw new AppError('request.unauthorized');
        return ownAccount();
      },
    });
    await act(() => Bun.sleep(20));
    fireEvent.click(logOutButton()!);
    await waitFor(() => expect(path).toBe('/marketplace'));
    act(() => logIn('another'));
    fireEvent.click(header().getByRole('link', { name: 'Meddelanden' }));
    await waitFor(() => expect(path).toBe('/marketplace/inbox'));
    await act(() => Bun.sleep(20));
    isDead = true;
    lookAgain();
    await waitFor(() => expect(path).toBe('/marketplace/login'));
  });
});

/** As the site has it: the frame asks, the page waits for the answer. */
function Login() {
  useLoginCheck();
  return (
    <ForVisitors>
      <p>Formuläret</p>
    </ForVisitors>
  );
}

describe('the login and registration, to somebody who is logged in', () => {
  const openLogin = (answer: () => unknown) => openPage('/login', '/login', <Login />, { [ME]: answer });

  test('send them on to Startplatsmarknaden, once the server has said that they are', async () => {
    logIn();
    const arrival = Promise.withResolvers<unknown>();
    openLogin(() => arrival.promise);
    expect(screen.getByText('Formuläret')).toBeTruthy();
    arrival.resolve(ownAccount());
    await waitFor(() => expect(pagePath).toBe('/marketplace'));
  });

  test('stay, when the token is dead or nobody knows', async () => {
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

  const elsewhere = () => act(() => void window.dispatchEvent(new StorageEvent('storage')));

  test('send on whoever has logged in in another tab, as the server confirms', async () => {
    openLogin(() => ownAccount());
    localStorage.setItem('marketplace_token', 'token-of-anna');
    elsewhere();
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    elsewhere();
    await waitFor(() => expect(pagePath).toBe('/marketplace'));
  });

  test('stay, when what another tab has stored is dead', async () => {
    openLogin(() => {
      throw new AppError('request.unauthorized');
    });
    localStorage.setItem('marketplace_token', 'token-of-anna');
    localStorage.setItem('marketplace_user', JSON.stringify(ownAccount()));
    elsewhere();
    await act(() => Bun.sleep(50));
    expect(pagePath).toBe('/login');
  });

  test('stay for whoever logs in there: the page decides when to go', async () => {
    openLogin(() => ownAccount());
    act(() => logIn());
    await act(() => Bun.sleep(50));
    expect(pagePath).toBe('/login');
  });
});
