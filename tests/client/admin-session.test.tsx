import { beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import AdminLoginPage from '#client/pages/admin/login.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdmin, storeAdmin } from '#client/platform/session/admin.ts';
import { RequireAdmin } from '#client/shell/admin/require-admin.tsx';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, Probe, place } from '#tests/support/client.tsx';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  forgetAdmin({ isLogout: true });
  localStorage.clear();
});

const VERIFY = 'admin.admins.verify';
const OVERVIEW = 'admin.admins.overview';

const renderedTexts: string[] = [];

function Tab() {
  const users = trpc.admin.admins.overview.useQuery().data?.users;
  const text = users === undefined ? 'Laddar' : `${users} användare`;
  renderedTexts.push(text);
  return <p>{text}</p>;
}

/** An admin's token is their name, and their user count is the name's length. */
function open(path: string, answers: Record<string, (bearer: string | undefined) => unknown> = {}) {
  renderedTexts.length = 0;
  const responders = {
    [VERIFY]: (bearer?: string) => ({ id: bearer, username: bearer }),
    [OVERVIEW]: (bearer?: string) => ({ users: bearer?.length }),
    'admin.admins.login': () => ({ access_token: 'olle' }),
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.entries(responders).map(([name, respond]) => [name, () => respond(server.calls.at(-1)?.bearer)]),
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
            <RequireAdmin
              changePassword={<p>Välj ett nytt lösenord</p>}
              addFactor={<p>Lägg till tvåstegsinloggning</p>}
            >
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

test('the portal redirects to the login without a notice when there is no token, and back after the login', async () => {
  open('/admin/dashboard?tab=banners');
  await screen.findByLabelText(/Användarnamn/);
  expect([place.url, notice()]).toEqual(['/admin/login', null]);
  await logIn();
  await screen.findByText('4 användare');
  expect(place.url).toBe('/admin/dashboard?tab=banners');
  expect(Object.keys(localStorage)).toEqual(['adminToken']);
});

describe('a failed admin login', () => {
  const failWith = (error: Error) => ({
    'admin.admins.login': () => {
      throw error;
    },
  });
  test.each([
    ['admin.login_failed', 'Login failed. Please check your credentials.'],
    ['server.unavailable', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.'],
  ] as const)('with the code %s shows "%s"', async (code, detail) => {
    open('/admin/login', failWith(new AppError(code)));
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  test('to an unreachable server also says that the server is not responding', async () => {
    open('/admin/login', failWith(new TypeError('Failed to fetch')));
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Login failed. Please check your credentials.Servern svarar inte just nu.',
    );
  });
});

test('the portal shows the password change instead of the page to an admin with a generated password', async () => {
  storeAdmin('vera');
  open('/admin/dashboard', {
    [VERIFY]: () => ({ id: 'v', username: 'vera', must_change_password: true, is_confirmed: true }),
  });
  await screen.findByText('Välj ett nytt lösenord');
  expect(renderedTexts).toEqual([]);
});

test('the portal shows nothing before the token is verified', async () => {
  storeAdmin('vera');
  let resolveVerification = (_: unknown) => {};
  open('/admin/dashboard', {
    [VERIFY]: () =>
      new Promise((resolve) => {
        resolveVerification = resolve;
      }),
  });
  await act(() => Bun.sleep(50));
  expect(renderedTexts).toEqual([]);
  await act(async () => resolveVerification({ id: 'v', username: 'vera' }));
  await screen.findByText('4 användare');
});

test.each([VERIFY, OVERVIEW])(
  'the portal removes a token rejected by %s and redirects to the login with a notice',
  async (procedure) => {
    storeAdmin('vera');
    open('/admin/dashboard?tab=contact', {
      [procedure]: () => {
        throw new AppError('request.unauthorized');
      },
    });
    await waitFor(() => expect(notice()).not.toBeNull());
    expect([place.url, localStorage.getItem('adminToken')]).toEqual(['/admin/login', null]);
  },
);

test('a late 401 for an old token does not log out the admin who has logged in since', async () => {
  storeAdmin('vera');
  const response = Promise.withResolvers<unknown>();
  const { calls } = open('/admin/dashboard', {
    [OVERVIEW]: (bearer) => (bearer === 'vera' ? response.promise : { users: 7 }),
  });
  await screen.findByText('Laddar');
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain(OVERVIEW));
  act(() => storeAdmin('olle'));
  await act(async () => response.reject(new AppError('request.unauthorized')));
  expect(localStorage.getItem('adminToken')).toBe('olle');
});

test('an unavailable server logs nobody out, and "Försök igen" verifies the token again', async () => {
  storeAdmin('vera');
  let isUnavailable = true;
  open('/admin/dashboard', {
    [VERIFY]: () => {
      if (isUnavailable) throw new AppError('server.unavailable');
      return { id: 'v', username: 'vera' };
    },
  });
  await screen.findByText('Adminportalen kunde inte visas', undefined, { timeout: 8000 });
  expect(localStorage.getItem('adminToken')).toBe('vera');
  isUnavailable = false;
  fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await screen.findByText('4 användare');
});

test('the portal verifies the token again every 5 s until it succeeds, and keeps its notice meanwhile', async () => {
  jest.useFakeTimers();
  /** Also lets pending responses arrive. */
  const advanceTime = async (milliseconds: number) => {
    for (const step of [milliseconds, 1, 1, 1]) await act(async () => jest.advanceTimersByTime(step));
  };
  const unavailableNotice = () => screen.queryByText('Adminportalen kunde inte visas');
  try {
    storeAdmin('vera');
    let resolveVerification = (_: unknown) => {};
    let isSlow = false;
    const { calls } = open('/admin/dashboard', {
      [VERIFY]: () => {
        if (!isSlow) throw new AppError('server.unavailable');
        return new Promise((resolve) => {
          resolveVerification = resolve;
        });
      },
    });
    const verificationCount = () => calls.filter(({ procedure }) => procedure === VERIFY).length;
    await advanceTime(100);
    expect([!!unavailableNotice(), verificationCount()]).toEqual([true, 1]);
    isSlow = true;
    await advanceTime(5_000);
    expect([!!unavailableNotice(), verificationCount()]).toEqual([true, 2]);
    resolveVerification({ id: 'v', username: 'vera' });
    await advanceTime(100);
    await advanceTime(100);
    expect(screen.getByText('4 användare')).toBeTruthy();
    await advanceTime(30_000);
    expect(verificationCount()).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

test('the next admin to log in, in this tab or another, never sees data of the previous admin', async () => {
  storeAdmin('birgitta');
  open('/admin/dashboard');
  await screen.findByText('8 användare');
  renderedTexts.length = 0;
  // The next admin logs in in another tab.
  localStorage.setItem('adminToken', 'vera');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })));
  await screen.findByText('4 användare');
  expect(renderedTexts).not.toContain('8 användare');
  // The next admin logs in while this tab shows the calendar.
  fireEvent.click(screen.getByText('Start'));
  await screen.findByText('Kalendern');
  localStorage.setItem('adminToken', 'bo');
  renderedTexts.length = 0;
  fireEvent.click(screen.getByText('Portalen'));
  await screen.findByText('2 användare');
  expect(renderedTexts).not.toContain('4 användare');
  renderedTexts.length = 0;
  act(() => forgetAdmin({ isLogout: true }));
  await logIn();
  await screen.findByText('4 användare');
  expect([notice(), renderedTexts[0]]).toEqual([null, 'Laddar']);
});
