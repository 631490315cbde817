import { afterEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import { AppRoutes } from '#client/routes.tsx';
import { Shell } from '#client/shell/shell.tsx';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { adOf, freshPage, place, show } from '#tests/support/client.tsx';
import { control } from '#tests/support/form.ts';
import {
  ADS,
  answersWith,
  cardAt,
  cards,
  countText,
  logIn,
  ME,
  openMarket,
  renderMarket,
} from '#tests/support/market-page.tsx';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

afterEach(() => act(forgetSession));

describe('the market page while it loads or fails to load', () => {
  test('shows a loading text, then the info box and the ads', async () => {
    const response = Promise.withResolvers();
    renderMarket('/marketplace', response.promise);
    expect(screen.getByRole('status').textContent).toBe('Laddar marknadsplatsen...');
    await waitFor(() => expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0));
    response.resolve(ADS);
    await screen.findByText('Visar 3 av 3 annonser');
    expect(screen.queryByText('Laddar marknadsplatsen...')).toBeNull();
    expect(screen.getByText(DEFAULT_SETTINGS.info_box_title)).toBeTruthy();
  });

  test('offers a retry when the ads cannot be fetched', async () => {
    let isDown = true;
    fakeServer({
      'public.marketplaceSettings.get': () => DEFAULT_SETTINGS,
      'public.announcements.list': () => {
        if (isDown) throw new AppError('server.unavailable');
        return ADS;
      },
    });
    renderAt('/marketplace', <MarketplacePage />);
    await screen.findByText('Marknadsplatsen kunde inte visas');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await screen.findByText('Visar 3 av 3 annonser');
  });

  test('shows the ads when the info box cannot be fetched', async () => {
    show(<MarketplacePage />, {
      answers: { ...answersWith(ADS), 'public.marketplaceSettings.get': new AppError('server.unavailable') },
    });
    await screen.findByText('Visar 3 av 3 annonser');
    expect(document.querySelector('.info-box')).toBeNull();
  });
});

describe('the header of the market page', () => {
  test('links to login and registration for a visitor', async () => {
    await openMarket();
    expect(screen.getByRole('link', { name: 'Logga in' }).getAttribute('href')).toBe('/marketplace/login');
    expect(screen.getByRole('link', { name: 'Registrera dig' }).getAttribute('href')).toBe(
      '/marketplace/register',
    );
    expect(screen.queryByText(/^Välkommen/)).toBeNull();
  });

  test('welcomes a member by name, with three buttons and the unread count', async () => {
    logIn();
    await openMarket();
    expect(screen.getByText('Välkommen, Anna Lindqvist!')).toBeTruthy();
    await screen.findByRole('link', { name: 'Meddelanden 2 olästa' });
    const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf(/^Skapa annons$/)).toBe('/marketplace/create');
    expect(hrefOf(/^Meddelanden/)).toBe('/marketplace/inbox');
    expect(hrefOf(/^Min profil$/)).toBe('/marketplace/profile');
    expect(screen.queryByRole('link', { name: 'Logga in' })).toBeNull();
  });

  test('and the public header together have each control of a member once', async () => {
    logIn();
    show(
      <Shell>
        <AppRoutes />
      </Shell>,
      {
        path: '/marketplace',
        answers: { ...answersWith(ADS), 'marketplace.accounts.me': ME, 'marketplace.accounts.logout': {} },
      },
    );
    await screen.findByText('Visar 3 av 3 annonser');
    // The menu of the tab bar, which narrow windows have instead of the header, is closed.
    const links = screen.getAllByRole('link').filter((link) => !link.closest('[popover]'));
    const hrefs = links.map((link) => link.getAttribute('href'));
    for (const href of ['/marketplace/inbox', '/marketplace/profile', '/marketplace/create'])
      expect([href, hrefs.filter((other) => other === href).length]).toEqual([href, 1]);
    expect(within(screen.getByRole('banner')).getByText('Anna Lindqvist')).toBeTruthy();
    fireEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logga ut' }));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(localStorage.getItem('marketplace_user')).toBeNull();
    await within(screen.getByRole('main')).findByRole('link', { name: 'Logga in' });
    expect(place.url).toBe('/marketplace');
  });
});

describe('the market without ads', () => {
  test('offers a member to create the first ad', async () => {
    logIn();
    await openMarket('/marketplace', []);
    expect(screen.getByText('Inga annonser ännu')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Skapa första annons' }).getAttribute('href')).toBe(
      '/marketplace/create',
    );
  });

  test('asks a visitor to log in, whatever the filter', async () => {
    await openMarket('/marketplace?type=sale', []);
    expect(screen.getByText('Logga in för att sälja en startplats eller söka en.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Logga in' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Rensa filter' })).toBeNull();
    expect(countText()).toBe('Visar 0 av 0 annonser');
  });
});

describe('1,000 ads', () => {
  const manyAds = Array.from({ length: 1000 }, (_, index) =>
    adOf({ id: `${index}`, event_id: 'vasa', announcement_type: index % 4 === 0 ? 'wanted' : 'sale' }),
  );

  test('render incrementally until all are in the document', async () => {
    await openMarket('/marketplace', manyAds);
    expect(countText()).toBe('Visar 1\u00a0000 av 1\u00a0000 annonser');
    expect(cards().length).toBeLessThan(200);
    await waitFor(() => expect(document.querySelectorAll('article').length).toBe(1000), { timeout: 60_000 });
  }, 90_000);
});

test('the contact dialog closes when another member logs in, and does not show them its draft', async () => {
  logIn();
  await openMarket();
  await userEvent.click(cardAt(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  await userEvent.type(control('message_text'), 'Annas ord');
  act(() => storeSession('token-of-bo', { id: 'bo', full_name: 'Bo Berg' }));
  expect(screen.queryAllByRole('dialog')).toHaveLength(0);
  await userEvent.click(cardAt(1).getByRole('button', { name: 'Kontakta' }));
  await screen.findByRole('dialog');
  expect(control('message_text').value).toBe('');
  await userEvent.type(control('message_text'), 'Bos ord');
  act(() => forgetSession());
  expect(control('message_text').value).toBe('Bos ord');
});
