import { beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '../../client/pages/create-announcement';
import ProfilePage from '../../client/pages/profile';
import { useDraft } from '../../client/platform/forms/drafts';
import { currentSession, forgetSession } from '../../client/platform/session/member';
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
async function open(path: string, answers: Record<string, (who: typeof ANNA) => unknown> = {}) {
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
        <Route path="/note" element={<Note />} />
        <Route path="*" element={<Link to="/note">Till anteckningen</Link>} />
      </Routes>
    </Shell>,
  );
  await settle();
  return asked;
}

/** Something that is typed and kept while the window is open, as a message is. */
function Note() {
  const draft = useDraft('note');
  return <input name="note" value={draft.text} onChange={(event) => draft.set(event.target.value)} />;
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
    await open('/marketplace/profile');
    await screen.findByText('anna@example.se');
    await edit();
    act(boComes);
    expect(screen.queryAllByDisplayValue('Anna Andersson Ny')).toHaveLength(0);
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
    expect(currentSession()).toEqual({ token: 'token-of-bo', user: BO });
  });

  test('what the first had half typed does not become their draft', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    act(boComes);
    expect(control('description').value).toBe('');
    await userEvent.type(control('price'), '7');
    expect(sessionStorage.getItem('announcement_draft')).not.toContain('Annas text');
  });

  test('what is on its way for the first does not show', async () => {
    const answer = Promise.withResolvers<unknown>();
    logIn();
    await open('/marketplace/profile', {
      [PROFILE]: (who) => (who === ANNA ? answer.promise.then(() => ANNA) : BO),
    });
    act(boComes);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    answer.resolve(undefined);
    await settle();
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
  });

  test('a write of the first that is refused late, for their dead token, does not log them out', async () => {
    const refusal = Promise.withResolvers<never>();
    logIn();
    await open('/marketplace/profile', { [SAVE]: () => refusal.promise });
    await screen.findByText('anna@example.se');
    await edit();
    await press('Spara');
    act(boComes);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    refusal.reject(new AppError('request.unauthorized'));
    await settle();
    expect(currentSession()?.token).toBe('token-of-bo');
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });

  test('a write of the first that is done late does not make them the first', async () => {
    const done = Promise.withResolvers<unknown>();
    logIn();
    await open('/marketplace/profile', { [SAVE]: () => done.promise });
    await screen.findByText('anna@example.se');
    await edit();
    await press('Spara');
    act(boComes);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    done.resolve({ ...ANNA, full_name: 'Anna Andersson Ny' });
    await settle();
    expect(currentSession()?.user).toEqual(BO);
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });
});

test('whoever logs in again gets everything anew', async () => {
  logIn('token-of-anna');
  const asked = await open('/marketplace/profile');
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

describe('what was half typed and not sent', () => {
  const logOut = () => userEvent.click(header().getByRole('button', { name: 'Logga ut' }));
  const kept = () => sessionStorage.getItem('announcement_draft');

  test('is forgotten when they log out by hand, also for themselves', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    expect(kept()).toContain('Annas text');
    await logOut();
    await settle();
    expect(kept()).toBeNull();
  });

  test('so is a message', async () => {
    logIn();
    await open('/note');
    await userEvent.type(control('note'), 'Hej Per!');
    await logOut();
    await settle();
    act(() => logIn());
    await userEvent.click(screen.getByText('Till anteckningen'));
    expect(control('note').value).toBe('');
  });

  test('both are kept when their session died', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    act(() => forgetSession());
    await settle();
    expect(kept()).toContain('Annas text');
    cleanup();
    logIn();
    await open('/note');
    await userEvent.type(control('note'), 'Hej Per!');
    act(() => forgetSession());
    cleanup();
    logIn();
    await open('/note');
    expect(control('note').value).toBe('Hej Per!');
    await userEvent.clear(control('note'));
  });
});
