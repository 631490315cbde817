import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import InboxPage from '#client/pages/inbox.tsx';
import LoginPage from '#client/pages/login.tsx';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession } from '#client/platform/session/member.ts';
import { type LoginRouteState, loginDestination } from '#client/platform/session/return-to.ts';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { adOf, freshPage, place, show } from '#tests/support/client.tsx';
import { fill } from '#tests/support/form.ts';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  logOutQuietly();
  sessionStorage.clear();
});

const ME = ownAccount();
const PERS_AD = adOf({
  id: '0190a000-0000-7000-8000-000000000001',
  event_id: 'vasa',
  event_name: 'Vasaloppet',
  user_id: 'per',
  user_name: 'Per Holmström',
});
const ADS = [
  PERS_AD,
  adOf({ id: 'a2', event_id: 'vasa', event_name: 'Vasaloppet', user_id: ME.id, user_name: 'Anna Andersson' }),
];
const STATE_AFTER_LOGIN: LoginRouteState = {
  returnTo: { ad: PERS_AD.id, what: 'att kontakta Per Holmström om Vasaloppet' },
};
const SESSION_ENDED = 'Logga in igen för att fortsätta.';

function open(path: string, answers: Record<string, unknown> = {}) {
  return show(
    <Routes>
      <Route path="/marketplace" element={<MarketplacePage />} />
      <Route
        path="/login-done"
        element={
          <Link to="/marketplace" state={STATE_AFTER_LOGIN}>
            Till marknaden
          </Link>
        }
      />
      <Route path="/marketplace/login" element={<LoginPage />} />
      <Route path="/marketplace/inbox" element={<InboxPage />} />
      <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
    </Routes>,
    {
      path,
      answers: {
        'public.announcements.list': ADS,
        'public.marketplaceSettings.get': DEFAULT_SETTINGS,
        ...calendarAnswers([]),
        'marketplace.accounts.login': { access_token: 'new-token', user: ME },
        'marketplace.conversations.unread': { unread_count: 0 },
        'marketplace.conversations.list': [],
        'marketplace.conversations.open': new AppError('conversation.not_found'),
        ...answers,
      },
    },
  );
}

/** The login redirects after 1 s. */
async function logInOnLoginPage(destination = '/marketplace'): Promise<void> {
  await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  await fill({ email: 'anna', password: 'Loppet2027' });
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
    await Bun.sleep(100);
  });
  await act(() => Bun.sleep(1200));
  expect(place.url).toBe(destination);
  if (destination === '/marketplace') await screen.findByText(/^Visar/);
}

async function pressContact(index: number): Promise<void> {
  const links = await screen.findAllByRole('link', { name: 'Kontakta' });
  await userEvent.click(links[index] as HTMLElement);
}

const contactDialog = () => screen.queryByRole('dialog', { name: 'Kontakta Per Holmström' });

describe('a login', () => {
  test('goes straight to the page that asked for it', async () => {
    open('/marketplace/create');
    await logInOnLoginPage('/marketplace/create');
    expect(await screen.findByRole('heading', { name: 'Skapa annons' })).toBeTruthy();
  });

  test('goes straight to the conversation from a link in a mail', async () => {
    const thread = '/marketplace/inbox?announcement=a1&user=per';
    open(thread);
    await logInOnLoginPage(thread);
  });

  test('goes to the unfinished ad after the session expired, and says so', async () => {
    logIn();
    open('/marketplace/create');
    await screen.findByRole('heading', { name: 'Skapa annons' });
    act(() => forgetSession());
    expect(await screen.findByText(SESSION_ENDED)).toBeTruthy();
    await logInOnLoginPage('/marketplace/create');
  });

  test.each(['https://ond.example/', '//ond.example/', '/\\ond.example', 'javascript:alert(1)'])(
    'does not go to %s',
    (to) => {
      expect(loginDestination({ returnTo: { to } })).toBe('/marketplace');
    },
  );

  test('opens the message once after a visitor pressed "Kontakta"', async () => {
    open('/marketplace');
    await pressContact(0);
    await logInOnLoginPage();
    await waitFor(() => expect(contactDialog()).toBeTruthy());
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    await waitFor(() => expect(contactDialog()).toBeNull());
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
  });

  test.each([
    ['gone', [], 'annonsen finns inte kvar'],
    ['reserved', [{ ...PERS_AD, reserved: true }], 'annonsen är reserverad'],
  ])('says why the message does not open when the ad is %s', async (_, ads, reason) => {
    logIn();
    open('/login-done', { 'public.announcements.list': ads });
    await userEvent.click(screen.getByRole('link', { name: 'Till marknaden' }));
    expect(
      await screen.findByText(`Du var på väg att kontakta Per Holmström om Vasaloppet, men ${reason}.`),
    ).toBeTruthy();
    expect(contactDialog()).toBeNull();
  });

  test("opens nothing when the ad is the member's own", async () => {
    open('/marketplace');
    await pressContact(1);
    await logInOnLoginPage();
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('goes to the market when the login page was opened directly', async () => {
    open('/marketplace/login');
    await logInOnLoginPage();
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
    expect(screen.queryByText(SESSION_ENDED)).toBeNull();
  });

  test('opens a message again that was rejected because the session had expired', async () => {
    logIn();
    open('/marketplace', { 'marketplace.conversations.send': new AppError('request.unauthorized') });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Kontakta' }))[0] as HTMLElement);
    await fill({ message_text: 'Hej! Är den kvar?' });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka meddelande' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Du måste vara inloggad');
    await userEvent.click(screen.getByRole('link', { name: 'Till inloggningen' }));
    await logInOnLoginPage();
    expect(await screen.findByDisplayValue('Hej! Är den kvar?')).toBeTruthy();
  });
});

describe('the login after a redirect', () => {
  test('mentions a session that expired before the page rendered', async () => {
    logIn();
    history.replaceState(null, '', '/marketplace/create');
    forgetSession();
    history.replaceState(null, '', '/');
    open('/marketplace/create');
    expect(await screen.findByText(SESSION_ENDED)).toBeTruthy();
  });

  test('mentions no expired session when there was none', async () => {
    open('/marketplace/create');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(screen.queryByText(SESSION_ENDED)).toBeNull();
  });
});
