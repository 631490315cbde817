import { describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { PublishedNotice } from '#client/features/announcements/published-notice.tsx';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { adOf, asMember, freshPage, place } from '#tests/support/client.tsx';
import {
  chooseEvent,
  EVENTS,
  expectCreated,
  findSearchField,
  id,
  open,
  send,
  USER,
} from '#tests/support/create-ad-page.tsx';
import { control, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

asMember(USER);

describe('the page that creates an ad', () => {
  for (const missing of ['marketplace_token', 'marketplace_user']) {
    test(`redirects to the login without ${missing}`, async () => {
      localStorage.removeItem(missing);
      open();
      await waitFor(() => expect(place.url).toBe('/marketplace/login'));
      expect(screen.queryByRole('form')).toBeNull();
    });
  }
});

describe('the count of those who watch the race', () => {
  test('is that of the chosen type, and is not shown without an event or if nobody watches', async () => {
    const { calls } = open({ watchers: (type) => (type === 'sale' ? 3 : 0) });
    await findSearchField();
    expect(calls.some(({ procedure }) => procedure === 'marketplace.watches.count')).toBe(false);
    await chooseEvent('vasa');
    await screen.findByText('3 följer det här loppet');
    await userEvent.click(screen.getByRole('radio', { name: /^Söker/ }));
    await waitFor(() => expect(screen.queryByText(/följer det här loppet/)).toBeNull());
  });
});

describe('the price of a new ad', () => {
  test('is called "Högsta pris" for a wanted place', async () => {
    open();
    await findSearchField();
    const label = () => control('price').labels?.[0]?.textContent;
    expect(label()).toStartWith('Pris');
    await userEvent.click(screen.getByRole('radio', { name: /^Söker/ }));
    expect(label()).toStartWith('Högsta pris');
  });
});

describe('submitting a new ad', () => {
  async function fillRequiredFields() {
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
  }

  test('shows a toast, sends nothing on a second press and goes to the market after 2 s', async () => {
    const { sent } = open();
    await fillRequiredFields();
    await send();
    await expectCreated();
    const start = performance.now();
    fireEvent.submit(screen.getByRole('form'));
    await act(() => Bun.sleep(1700));
    expect(place.url).toBe('/marketplace/create');
    await waitFor(() => expect(place.url).toBe('/marketplace'), { timeout: 1500 });
    expect(performance.now() - start).toBeLessThan(2600);
    expect(sent()).toHaveLength(1);
    expect(sessionStorage.getItem('announcement_draft')).toBeNull();
  });

  test('leads to the new ad and shares it', async () => {
    const shared: unknown[] = [];
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => shared.push(data),
      configurable: true,
    });
    const ad = adOf({ id: 'new', event_id: id(2), event_name: 'Vasaloppet', distance: '90 km' });
    fakeServer({ ...calendarAnswers(EVENTS), 'marketplace.announcements.create': () => ad });
    renderAt(
      '/marketplace/create',
      <Routes>
        <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
        <Route path="/marketplace" element={<PublishedNotice />} />
      </Routes>,
    );
    await fillRequiredFields();
    await send();
    const link = await screen.findByRole('link', { name: 'Visa annonsen' }, { timeout: 4000 });
    expect(link.getAttribute('href')).toBe(ad.url);
    await userEvent.click(screen.getByRole('button', { name: 'Dela' }));
    expect(shared).toEqual([
      { title: 'Säljes: Vasaloppet, 90 km', url: new URL(ad.url, location.href).href },
    ]);
    Reflect.deleteProperty(navigator, 'share');
  });

  test('shows the error message of the server and keeps the input when the ad is rejected', async () => {
    open({
      create: () => {
        throw new AppError('announcement.event_passed');
      },
    });
    await fillRequiredFields();
    await send();
    expect(await screen.findByText('Evenemanget har redan varit.')).toBeTruthy();
    expect(control('price').value).toBe('100');
    expect(control('distance').value).toBe('90 km');
    expect(screen.getByRole('button', { name: 'Skapa annons' }).getAttribute('aria-busy')).toBeNull();
  });

  test('shows "Kunde inte skapa annons. Försök igen." and keeps the input when the request fails', async () => {
    const { disconnect } = open();
    await fillRequiredFields();
    disconnect();
    await send();
    expect(await screen.findByText('Kunde inte skapa annons. Försök igen.')).toBeTruthy();
    expect(control('price').value).toBe('100');
    expect(place.url).toBe('/marketplace/create');
  });

  test('discards the draft on "Avbryt" and goes to the market when this was the first page visited', async () => {
    open();
    await fillRequiredFields();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(place.url).toBe('/marketplace');
    expect(sessionStorage.getItem('announcement_draft')).toBeNull();
  });

  test('goes back to the previous page on "Avbryt" and on the back arrow, and the arrow keeps the draft', async () => {
    fakeServer(calendarAnswers(EVENTS));
    renderAt(
      '/marketplace/profile',
      <Routes>
        <Route path="/marketplace/profile" element={<Link to="/marketplace/create">Skapa</Link>} />
        <Route path="/marketplace/create" element={<CreateAnnouncementPage />} />
      </Routes>,
    );
    const openCreatePage = async () => {
      await userEvent.click(await screen.findByRole('link', { name: 'Skapa' }));
      await findSearchField();
    };
    const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    await openCreatePage();
    await fill({ price: '7' });
    await pressButton('Tillbaka');
    await openCreatePage();
    expect(control('price').value).toBe('7');
    await pressButton('Avbryt');
    await openCreatePage();
    expect(control('price').value).toBe('');
  });
});

describe('the draft of an ad', () => {
  test('is restored when the page is opened again, for the same member only', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '450', description: 'Hej' });
    const storedDraft = sessionStorage.getItem('announcement_draft') ?? '';
    cleanup();
    open();
    expect(await screen.findByText('Göteborgsvarvet')).toBeTruthy();
    expect(control('distance').value).toBe('5 km');
    expect(control('price').value).toBe('450');
    expect(control('description').value).toBe('Hej');
    cleanup();
    sessionStorage.setItem('announcement_draft', storedDraft);
    localStorage.setItem('marketplace_user', JSON.stringify({ ...USER, id: id(98) }));
    open();
    await findSearchField();
    expect(control('price').value).toBe('');
  });

  test('is restored without event and distance when the URL names an event, and is ignored when it is malformed', async () => {
    open();
    await chooseEvent('göteborg');
    await fill({ distance: '5 km', price: '450' });
    cleanup();
    open({ path: `/marketplace/create?event=${id(2)}` });
    expect(await screen.findByText('Vasaloppet')).toBeTruthy();
    expect(control('price').value).toBe('450');
    expect(control('distance').value).toBe('90 km');
    cleanup();
    sessionStorage.setItem('announcement_draft', '{"user_id":"x"');
    open();
    await findSearchField();
    expect(control('price').value).toBe('');
  });
});
