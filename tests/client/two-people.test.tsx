import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '../../client/pages/create-announcement';
import ProfilePage from '../../client/pages/profile';
import { currentSession } from '../../client/platform/session';
import { Shell } from '../../client/shell/shell';
import { AppError } from '../../src/shared/errors';
import { freshPage } from '../support/client';
import { control } from '../support/form';
import { logIn, logOutQuietly, ownAccount } from '../support/member';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  logOutQuietly();
  sessionStorage.clear();
});

const ME = 'marketplace.accounts.me';
const PROFILE = 'marketplace.accounts.profile';
const SAVE = 'marketplace.accounts.updateProfile';
const BO_ID = '01990000-0000-7000-8000-000000000002';
const ANNA = ownAccount();
const BO = ownAccount({ id: BO_ID, email: 'bo@example.se', full_name: 'Bo Berg' });

/** Whoever's bearer it is. */
const BEARERS: Record<string, typeof ANNA> = { 'token-of-anna': ANNA, 'token-of-bo': BO };

/** The site with the pages of members; each procedure answers whoever asks, told by the bearer. */
function open(path: string, answers: Record<string, (who: typeof ANNA) => unknown> = {}) {
  const asked: { procedure: string; by: string }[] = [];
  const all: Record<string, (who: typeof ANNA) => unknown> = {
    [ME]: (who) => who,
    [PROFILE]: (who) => who,
    'marketplace.announcements.mine': () => [],
    'marketplace.conversations.unread': () => ({ unread_count: 0 }),
    'public.announcements.list': () => [],
    'public.events.list': () => [],
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.entries(all).map(([procedure, answer]) => [
        procedure,
        () => {
          const by = server.calls.findLast((call) => call.procedure === procedure)?.bearer ?? '';
          asked.push({ procedure, by });
          return answer(BEARERS[by] ?? ANNA);
        },
      ]),
    ),
  );
  renderAt(
    path,
    <Shell>
      <Routes>
        <Route path="/marketplace/profile" element={<ProfilePage />} />
        <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
        <Route path="*" element={<p>En sida</p>} />
      </Routes>
    </Shell>,
  );
  return asked;
}

/** Bo logs in in another tab: the storage goes from Anna to him with nobody between. */
function boComes(): void {
  localStorage.setItem('marketplace_token', 'token-of-bo');
  localStorage.setItem('marketplace_user', JSON.stringify(BO));
  window.dispatchEvent(new StorageEvent('storage', { key: 'marketplace_token' }));
}

const header = () => within(screen.getByRole('banner'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const edit = async () => {
  await press('Redigera profil');
  await userEvent.type(control('full_name'), ' Ny');
};
const settle = () => act(() => Bun.sleep(50));

describe('when another person logs in in another tab', () => {
  test('the page is theirs, as the header is, and a form that the first had open is gone', async () => {
    logIn();
    open('/marketplace/profile');
    await screen.findByText('anna@example.se');
    await edit();
    act(boComes);
    expect(screen.queryAllByDisplayValue('Anna Andersson Ny')).toHaveLength(0);
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
    expect(await screen.findByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
    await settle();
    expect(currentSession()).toEqual({ token: 'token-of-bo', user: BO });
  });

  test('what the first had half typed does not become their draft', async () => {
    logIn();
    open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    act(boComes);
    expect(control('description').value).toBe('');
    await userEvent.type(control('price'), '7');
    expect(sessionStorage.getItem('announcement_draft')).not.toContain('Annas text');
  });

  test('what is on its way for the first does not show', async () => {
    const answer = Promise.withResolvers<unknown>();
    logIn();
    open('/marketplace/profile', {
      [PROFILE]: (who) => (who === ANNA ? answer.promise.then(() => ANNA) : BO),
    });
    await settle();
    act(boComes);
    await screen.findByText('bo@example.se');
    answer.resolve(undefined);
    await settle();
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
  });

  test('a write of the first that is refused late, for their dead token, does not log them out', async () => {
    const refusal = Promise.withResolvers<never>();
    logIn();
    open('/marketplace/profile', { [SAVE]: () => refusal.promise });
    await screen.findByText('anna@example.se');
    await edit();
    await press('Spara');
    act(boComes);
    await screen.findByText('bo@example.se');
    refusal.reject(new AppError('request.unauthorized'));
    await settle();
    expect(currentSession()?.token).toBe('token-of-bo');
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });

  test('a write of the first that is done late does not make them the first', async () => {
    const done = Promise.withResolvers<unknown>();
    logIn();
    open('/marketplace/profile', { [SAVE]: () => done.promise });
    await screen.findByText('anna@example.se');
    await edit();
    await press('Spara');
    act(boComes);
    await screen.findByText('bo@example.se');
    done.resolve({ ...ANNA, full_name: 'Anna Andersson Ny' });
    await settle();
    expect(currentSession()?.user).toEqual(BO);
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });
});

test('whoever logs in again gets everything anew', async () => {
  logIn('token-of-anna');
  const asked = open('/marketplace/profile');
  await screen.findByText('anna@example.se');
  await settle();
  const before = asked.filter(({ procedure }) => procedure === PROFILE).length;
  BEARERS['another-of-anna'] = ANNA;
  act(() => logIn('another-of-anna'));
  await settle();
  expect(asked.filter(({ procedure }) => procedure === PROFILE).slice(before)).toEqual([
    { procedure: PROFILE, by: 'another-of-anna' },
  ]);
  expect(screen.getByText('anna@example.se')).toBeTruthy();
});
