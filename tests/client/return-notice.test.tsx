import { beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import InboxPage from '#client/pages/inbox.tsx';
import LoginPage from '#client/pages/login.tsx';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession } from '#client/platform/session/member.ts';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { adOf, freshPage, place, show } from '#tests/support/client.tsx';
import { fill } from '#tests/support/form.ts';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  logOutQuietly();
  sessionStorage.clear();
});

const ME = ownAccount();
const ADS = [
  adOf({
    id: '0190a000-0000-7000-8000-000000000001',
    event_id: 'vasa',
    event_name: 'Vasaloppet',
    user_id: 'per',
    user_name: 'Per Holmström',
  }),
  adOf({ id: 'a2', event_id: 'vasa', event_name: 'Vasaloppet', user_id: ME.id, user_name: 'Anna Andersson' }),
];
const SESSION_ENDED = 'Logga in igen för att fortsätta.';

function open(path: string, answers: Record<string, unknown> = {}) {
  return show(
    <Routes>
      <Route path="/marketplace" element={<MarketplacePage />} />
      <Route path="/marketplace/login" element={<LoginPage />} />
      <Route path="/marketplace/inbox" element={<InboxPage />} />
      <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
    </Routes>,
    {
      path,
      answers: {
        'public.announcements.list': ADS,
        'public.marketplaceSettings.get': DEFAULT_SETTINGS,
        'public.events.list': [],
        'marketplace.accounts.login': { access_token: 'new-token', user: ME },
        'marketplace.conversations.unread': { unread_count: 0 },
        'marketplace.conversations.list': [],
        'marketplace.conversations.open': new AppError('conversation.not_found'),
        ...answers,
      },
    },
  );
}

async function logInOnLoginPage(): Promise<void> {
  await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  await fill({ email: 'anna', password: 'Loppet2027' });
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
    await Bun.sleep(100);
  });
  // The login redirects after 1 s.
  await act(() => Bun.sleep(1200));
  expect(place.url).toBe('/marketplace');
  await screen.findByText(/^Visar/);
}

describe('the market after a login redirect', () => {
  test('offers once to continue to the conversation from a link in a mail', async () => {
    const thread = '/marketplace/inbox?announcement=a1&user=per';
    open(thread);
    await logInOnLoginPage();
    expect(screen.getByText('Du var på väg till dina meddelanden.')).toBeTruthy();
    // Lets the requests of the inbox finish within act.
    await act(async () => {
      fireEvent.click(screen.getByRole('link', { name: 'Fortsätt dit' }));
      await Bun.sleep(50);
    });
    expect(place.url).toBe(thread);
    act(() => place.back());
    await screen.findByText(/^Visar/);
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
  });

  test('offers to continue to the message after a visitor pressed "Kontakta"', async () => {
    open('/marketplace');
    const [firstContactLink] = await screen.findAllByRole('link', { name: 'Kontakta' });
    await userEvent.click(firstContactLink as HTMLElement);
    await logInOnLoginPage();
    expect(screen.getByText('Du var på väg att kontakta Per Holmström.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt' }));
    expect(await screen.findByRole('dialog', { name: 'Kontakta Per Holmström' })).toBeTruthy();
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
  });

  test("offers nothing when the ad is the member's own", async () => {
    open('/marketplace');
    const [, ownContactLink] = await screen.findAllByRole('link', { name: 'Kontakta' });
    await userEvent.click(ownContactLink as HTMLElement);
    await logInOnLoginPage();
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
  });

  test('offers nothing when the login page was opened directly', async () => {
    open('/marketplace/login');
    await logInOnLoginPage();
    expect(screen.queryByText(/^Du var på väg/)).toBeNull();
    expect(screen.queryByText(SESSION_ENDED)).toBeNull();
  });

  test('offers to continue to the unfinished ad after the session expired and the login said so', async () => {
    logIn();
    open('/marketplace/create');
    await screen.findByRole('heading', { name: 'Skapa annons' });
    act(() => forgetSession());
    expect(await screen.findByText(SESSION_ENDED)).toBeTruthy();
    await logInOnLoginPage();
    expect(screen.getByText('Du var på väg att skapa en annons.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Fortsätt dit' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('offers to continue to a message that was rejected because the session had expired', async () => {
    logIn();
    open('/marketplace', { 'marketplace.conversations.send': new AppError('request.unauthorized') });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Kontakta' }))[0] as HTMLElement);
    await fill({ message_text: 'Hej! Är den kvar?' });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka meddelande' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Du måste vara inloggad');
    await userEvent.click(screen.getByRole('link', { name: 'Till inloggningen' }));
    await logInOnLoginPage();
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt' }));
    expect(screen.getByDisplayValue('Hej! Är den kvar?')).toBeTruthy();
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
