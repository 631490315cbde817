import { beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import ProfilePage from '#client/pages/profile.tsx';
import { useDraft } from '#client/platform/forms/drafts.ts';
import { currentSession, forgetSession } from '#client/platform/session/member.ts';
import { Shell } from '#client/shell/shell.tsx';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { freshPage } from '#tests/support/client.tsx';
import { control } from '#tests/support/form.ts';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

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

const MEMBER_BY_TOKEN: Record<string, typeof ANNA> = { 'token-of-anna': ANNA, 'token-of-bo': BO };

/** Each procedure responds for the member of the bearer token. */
async function open(path: string, answers: Record<string, (account: typeof ANNA) => unknown> = {}) {
  const requests: { procedure: string; token: string }[] = [];
  const procedures: Record<string, (account: typeof ANNA) => unknown> = {
    [ME]: (account) => account,
    [PROFILE]: (account) => account,
    'marketplace.announcements.mine': () => [],
    'marketplace.conversations.unread': () => ({ unread_count: 0 }),
    'public.announcements.list': () => [],
    ...calendarAnswers([]),
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.entries(procedures).map(([procedure, respond]) => [
        procedure,
        () => {
          const token = server.calls.findLast((call) => call.procedure === procedure)?.bearer ?? '';
          requests.push({ procedure, token });
          return respond(MEMBER_BY_TOKEN[token] ?? ANNA);
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
        <Route path="/note" element={<MessageField />} />
        <Route path="*" element={<Link to="/note">Till anteckningen</Link>} />
      </Routes>
    </Shell>,
  );
  await settle();
  return requests;
}

/** Stands for the message form. */
function MessageField() {
  const draft = useDraft('note');
  return <input name="note" value={draft.text} onChange={(event) => draft.set(event.target.value)} />;
}

/** In another tab: the stored session changes from Anna to Bo without a logout. */
function switchToBo(): void {
  localStorage.setItem('marketplace_token', 'token-of-bo');
  localStorage.setItem('marketplace_user', JSON.stringify(BO));
  window.dispatchEvent(new StorageEvent('storage', { key: 'marketplace_token' }));
}

const header = () => within(screen.getByRole('banner'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const editName = async () => {
  await press('Redigera profil');
  await userEvent.type(control('full_name'), ' Ny');
};
const settle = () => act(() => Bun.sleep(50));

describe('a login of another member in another tab', () => {
  test('switches page and header to that member and closes an open form', async () => {
    logIn();
    await open('/marketplace/profile');
    await screen.findByText('anna@example.se');
    await editName();
    act(switchToBo);
    expect(screen.queryAllByDisplayValue('Anna Andersson Ny')).toHaveLength(0);
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
    expect(currentSession()).toEqual({ token: 'token-of-bo', user: BO });
  });

  test('does not turn the input of the first member into a draft of the second', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    act(switchToBo);
    expect(control('description').value).toBe('');
    await userEvent.type(control('price'), '7');
    expect(sessionStorage.getItem('announcement_draft')).not.toContain('Annas text');
  });

  test('discards a late response for the first member', async () => {
    const response = Promise.withResolvers<unknown>();
    logIn();
    await open('/marketplace/profile', {
      [PROFILE]: (account) => (account === ANNA ? response.promise.then(() => ANNA) : BO),
    });
    act(switchToBo);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    response.resolve(undefined);
    await settle();
    expect(screen.queryAllByText('anna@example.se')).toHaveLength(0);
  });

  /** Bo logs in while a save of Anna waits for its response. */
  async function saveAndSwitch() {
    const response = Promise.withResolvers<unknown>();
    logIn();
    await open('/marketplace/profile', { [SAVE]: () => response.promise });
    await screen.findByText('anna@example.se');
    await editName();
    await press('Spara');
    act(switchToBo);
    await settle();
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    return response;
  }

  test('is not undone by a late 401 for a save of the first member', async () => {
    const response = await saveAndSwitch();
    response.reject(new AppError('request.unauthorized'));
    await settle();
    expect(currentSession()?.token).toBe('token-of-bo');
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });

  test('is not undone by a late success of a save of the first member', async () => {
    const response = await saveAndSwitch();
    response.resolve({ ...ANNA, full_name: 'Anna Andersson Ny' });
    await settle();
    expect(currentSession()?.user).toEqual(BO);
    expect(screen.getByText('bo@example.se')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Bo Berg' })).toBeTruthy();
  });
});

test('another login of the same member refetches the data', async () => {
  logIn('token-of-anna');
  const requests = await open('/marketplace/profile');
  await screen.findByText('anna@example.se');
  await settle();
  const countBefore = requests.filter(({ procedure }) => procedure === PROFILE).length;
  MEMBER_BY_TOKEN['another-of-anna'] = ANNA;
  act(() => logIn('another-of-anna'));
  await settle();
  expect(requests.filter(({ procedure }) => procedure === PROFILE).slice(countBefore)).toEqual([
    { procedure: PROFILE, token: 'another-of-anna' },
  ]);
  expect(screen.getByText('anna@example.se')).toBeTruthy();
});

describe('an unsent draft', () => {
  const logOut = () => userEvent.click(header().getByRole('button', { name: 'Logga ut' }));
  const storedDraft = () => sessionStorage.getItem('announcement_draft');

  test('of an ad is removed on logout by hand', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    expect(storedDraft()).toContain('Annas text');
    await logOut();
    await settle();
    expect(storedDraft()).toBeNull();
  });

  test('of a message is removed on logout by hand', async () => {
    logIn();
    await open('/note');
    await userEvent.type(control('note'), 'Hej Per!');
    await logOut();
    await settle();
    act(() => logIn());
    await userEvent.click(screen.getByText('Till anteckningen'));
    expect(control('note').value).toBe('');
  });

  test('of an ad or a message is kept when the session expires', async () => {
    logIn();
    await open('/marketplace/create');
    await userEvent.type(control('description'), 'Annas text');
    act(() => forgetSession());
    await settle();
    expect(storedDraft()).toContain('Annas text');
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
