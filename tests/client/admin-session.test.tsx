import { beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import AdminLoginPage from '../../client/pages/admin/login';
import { trpc } from '../../client/platform/api/trpc';
import { forgetAdmin, storeAdmin } from '../../client/platform/session/admin';
import { RequireAdmin } from '../../client/shell/admin/require-admin';
import { AppError } from '../../src/shared/errors';
import { freshPage, Probe, place } from '../support/client';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  forgetAdmin({ byHand: true });
  localStorage.clear();
});

const VERIFY = 'admin.admins.verify';
const USERS = 'admin.admins.overview';

/** What somebody has seen on the page, render by render. */
const seen: string[] = [];

function Tab() {
  const users = trpc.admin.admins.overview.useQuery().data?.users;
  const words = users === undefined ? 'Laddar' : `${users} användare`;
  seen.push(words);
  return <p>{words}</p>;
}

/** The portal and its login; each admin, whose token is their name, has as many users as their name has letters. */
function open(path: string, answers: Record<string, (bearer: string | undefined) => unknown> = {}) {
  seen.length = 0;
  const own = {
    [VERIFY]: (bearer?: string) => ({ id: bearer, username: bearer }),
    [USERS]: (bearer?: string) => ({ users: bearer?.length }),
    'admin.admins.login': () => ({ access_token: 'olle' }),
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.entries(own).map(([name, verb]) => [name, () => verb(server.calls.at(-1)?.bearer)]),
    ),
  );
  renderAt(
    path,
    <>
      <Probe />
      <Link to="/">Start</Link>
      <Link to="/admin/dashboard">Portalen</Link>
      <Routes>
        <Route path="/" element={<p>Kalendern</p>} />
        <Route path="/admin/login" element={<AdminLoginPage />} />
        <Route
          path="/admin/dashboard"
          element={
            <RequireAdmin changePassword={<p>Välj ett nytt lösenord</p>}>
              <Tab />
            </RequireAdmin>
          }
        />
      </Routes>
    </>,
  );
  return server;
}
const notice = () => screen.queryByText(/Du är inte längre inloggad/);

async function logIn() {
  fireEvent.change(await screen.findByLabelText(/Användarnamn/), { target: { value: 'olle' } });
  fireEvent.change(screen.getByLabelText('Lösenord'), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Logga in' }));
}

test('without a token: to the login without a word, and after it to where one was going', async () => {
  open('/admin/dashboard?tab=banners');
  await screen.findByLabelText(/Användarnamn/);
  expect([place.url, notice()]).toEqual(['/admin/login', null]);
  await logIn();
  await screen.findByText('4 användare');
  expect(place.url).toBe('/admin/dashboard?tab=banners');
  expect(Object.keys(localStorage)).toEqual(['adminToken']);
});

describe('a login that fails (section 8)', () => {
  const refusing = (error: Error) => ({
    'admin.admins.login': () => {
      throw error;
    },
  });
  test.each([
    ['admin.login_failed', 'Login failed. Please check your credentials.'],
    ['server.unavailable', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.'],
  ] as const)('%s: "%s"', async (code, detail) => {
    open('/admin/login', refusing(new AppError(code)));
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  test('that did not reach the server says so beside the sentence', async () => {
    open('/admin/login', refusing(new TypeError('Failed to fetch')));
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Login failed. Please check your credentials.Servern svarar inte just nu.',
    );
  });
});

test('shows the change of password instead of the page to an admin with a generated password', async () => {
  storeAdmin('vera');
  open('/admin/dashboard', {
    [VERIFY]: () => ({ id: 'v', username: 'vera', must_change_password: true, is_confirmed: true }),
  });
  await screen.findByText('Välj ett nytt lösenord');
  expect(seen).toEqual([]);
});

test('nothing is shown before the server has said whose the token is', async () => {
  storeAdmin('vera');
  let answer = (_: unknown) => {};
  open('/admin/dashboard', {
    [VERIFY]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await act(() => Bun.sleep(50));
  expect(seen).toEqual([]);
  await act(async () => answer({ id: 'v', username: 'vera' }));
  await screen.findByText('4 användare');
});

test.each([VERIFY, USERS])(
  'a token that dies at %s is removed, leads to the login, and is told',
  async (dead) => {
    storeAdmin('vera');
    open('/admin/dashboard?tab=contact', {
      [dead]: () => {
        throw new AppError('request.unauthorized');
      },
    });
    await waitFor(() => expect(notice()).not.toBeNull());
    expect([place.url, localStorage.getItem('adminToken')]).toEqual(['/admin/login', null]);
  },
);

test('an answer that comes late for a dead token logs nobody out who has logged in since', async () => {
  storeAdmin('vera');
  let refuse = (_: unknown) => {};
  open('/admin/dashboard', {
    [USERS]: (bearer) =>
      bearer === 'vera'
        ? new Promise((_, reject) => {
            refuse = reject;
          })
        : { users: 7 },
  });
  await screen.findByText('Laddar');
  await waitFor(() => expect(refuse.length).toBe(1));
  act(() => storeAdmin('olle'));
  await act(async () => refuse(new AppError('request.unauthorized')));
  expect(localStorage.getItem('adminToken')).toBe('olle');
});

test('while the server does not answer nobody is logged out; it is asked again by hand', async () => {
  storeAdmin('vera');
  let isAway = true;
  open('/admin/dashboard', {
    [VERIFY]: () => {
      if (isAway) throw new AppError('server.unavailable');
      return { id: 'v', username: 'vera' };
    },
  });
  await screen.findByText('Adminportalen kunde inte visas', undefined, { timeout: 8000 });
  expect(localStorage.getItem('adminToken')).toBe('vera');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await screen.findByText('4 användare');
});

test('it is asked again every 5 s and comes back by itself; the page does not blink meanwhile', async () => {
  jest.useFakeTimers();
  const pass = async (milliseconds: number) => {
    for (const step of [milliseconds, 1, 1, 1]) await act(async () => jest.advanceTimersByTime(step));
  };
  const notice = () => screen.queryByText('Adminportalen kunde inte visas');
  try {
    storeAdmin('vera');
    let answer = (_: unknown) => {};
    let isSlow = false;
    const { calls } = open('/admin/dashboard', {
      [VERIFY]: () => {
        if (!isSlow) throw new AppError('server.unavailable');
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const asked = () => calls.filter(({ procedure }) => procedure === VERIFY).length;
    await pass(100);
    expect([!!notice(), asked()]).toEqual([true, 1]);
    isSlow = true;
    await pass(5_000);
    expect([!!notice(), asked()]).toEqual([true, 2]);
    answer({ id: 'v', username: 'vera' });
    await pass(100);
    await pass(100);
    expect(screen.getByText('4 användare')).toBeTruthy();
    await pass(30_000);
    expect(asked()).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

test('whoever logs in next, here or in another tab, sees nothing of the former, not for a moment', async () => {
  storeAdmin('birgitta');
  open('/admin/dashboard');
  await screen.findByText('8 användare');
  seen.length = 0;
  // In another tab.
  localStorage.setItem('adminToken', 'vera');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })));
  await screen.findByText('4 användare');
  expect(seen).not.toContain('8 användare');
  // While this one was at the calendar.
  fireEvent.click(screen.getByText('Start'));
  await screen.findByText('Kalendern');
  localStorage.setItem('adminToken', 'bo');
  seen.length = 0;
  fireEvent.click(screen.getByText('Portalen'));
  await screen.findByText('2 användare');
  expect(seen).not.toContain('4 användare');
  seen.length = 0;
  act(() => forgetAdmin({ byHand: true }));
  await logIn();
  await screen.findByText('4 användare');
  expect([notice(), seen[0]]).toEqual([null, 'Laddar']);
});
