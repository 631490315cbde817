import { beforeEach, describe, expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import AnnouncementPage from '#client/pages/announcement.tsx';
import AnnouncementAnswerPage from '#client/pages/announcement-answer.tsx';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { adOf, freshPage, ownAdOf, show, toastSaying } from '#tests/support/client.tsx';
import { UNKNOWN_RULES } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => localStorage.clear());

const logIn = () => {
  localStorage.setItem('marketplace_token', 'token-of-ads');
  localStorage.setItem('marketplace_user', JSON.stringify({ id: 'u', full_name: 'Anna Andersson' }));
};

describe('the page of an ad', () => {
  const open = (part = {}, others = [adOf({ id: 'other', event_id: 'another' })]) =>
    show(
      <Routes>
        <Route path="/marketplace/annons/:orderNumber" element={<AnnouncementPage />} />
      </Routes>,
      {
        path: '/marketplace/annons/SP-0007',
        answers: {
          'public.announcements.list': [
            ...others,
            adOf({ id: 'ad', event_id: 'e', order_number: 'SP-0007', ...part }),
          ],
          'marketplace.conversations.list': [],
        },
      },
    );

  test('shows what holds for its transfer, the usual prices and its age', async () => {
    open({
      created_at: '2027-01-12T10:00:00.000Z',
      has_name_change_fee: true,
      name_change_fee: 220,
      ordinary_price: 1295,
      median_price: 1100,
      transfer: {
        ...UNKNOWN_RULES.transfer,
        policy: 'allowed',
        state: 'open',
        closes_on: '2027-06-05',
        fee: 220,
        payer: 'buyer',
        rules_url: 'https://lopp.example/namnbyte',
        checked_on: '2027-01-02',
      },
    });
    const card = within(await screen.findByRole('article', { name: 'Loppet' }));
    expect(card.getByRole('heading', { level: 1 }).textContent).toBe('Loppet');
    expect(
      card.getByText('Namnbyte till 5 juni, 220\u00a0SEK, betalas av köparen', { normalizer: String }),
    ).toBeTruthy();
    expect(card.getByText('+ 220\u00a0SEK namnbyte', { normalizer: String })).toBeTruthy();
    const rules = card.getByRole('link', { name: /Enligt arrangören, kontrollerat 2 januari/ });
    expect(rules.getAttribute('href')).toBe('https://lopp.example/namnbyte');
    expect(
      card.getByText('Ordinarie 1\u00a0295\u00a0SEK · Brukar gå för 1\u00a0100\u00a0SEK', {
        normalizer: String,
      }),
    ).toBeTruthy();
    expect(card.getByText('Upplagd för 3 dagar sedan')).toBeTruthy();
    expect(screen.getByText('Medlem sedan mars 2026')).toBeTruthy();
    expect(document.title).toBe('Säljes: Loppet, 10 km – Loppkalendern');
  });

  test('shows the whole description, and the other ads of the race', async () => {
    const others = [
      adOf({ id: 'b', event_id: 'e', url: '/marketplace/annons/SP-0009', distance: '5 km', price: 300 }),
      adOf({ id: 'c', event_id: 'another', url: '/marketplace/annons/SP-0010' }),
    ];
    open({ description: 'Lång text' }, others);
    expect((await screen.findByText('Lång text')).className).not.toContain('short');
    const list = within(screen.getByRole('region', { name: 'Fler annonser för loppet' }));
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/marketplace/annons/SP-0009',
    ]);
    expect(list.getByRole('link').textContent).toBe('Säljes5 km300\u00a0SEK');
    expect(screen.queryByRole('link', { name: 'SP-0007' })).toBeNull();
  });

  test('lists no other ads when there are none', async () => {
    open();
    await screen.findByRole('article');
    expect(screen.queryByRole('region', { name: 'Fler annonser för loppet' })).toBeNull();
  });

  test('offers no contact while the ad is reserved', async () => {
    open({ reserved: true });
    expect(await screen.findByText('Reserverad')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Kontakta' })).toBeNull();
  });

  test('says that an ad that is not listed is gone', async () => {
    open({ order_number: 'SP-0008' });
    expect(await screen.findByRole('heading', { name: 'Annonsen finns inte kvar' })).toBeTruthy();
  });
});

describe('the page that a reminder leads to', () => {
  const AD = ownAdOf({
    id: '019b8f3c-0000-7000-8000-000000000001',
    order_number: 'SP-0007',
    expires_at: '2027-01-21T23:00:00.000Z',
  });
  const open = (ads: OwnAnnouncement[], answers = {}) =>
    show(
      <Routes>
        <Route path="/marketplace/annons/:orderNumber/aktuell" element={<AnnouncementAnswerPage />} />
        <Route path="/marketplace/login" element={<p>Inloggning</p>} />
      </Routes>,
      {
        path: '/marketplace/annons/SP-0007/aktuell?svar=klar',
        answers: { 'marketplace.announcements.mine': ads, 'public.announcements.list': [], ...answers },
      },
    );

  test('changes nothing until a button is pressed', async () => {
    logIn();
    const { calls } = open([AD], { 'marketplace.announcements.renew': AD });
    expect(await screen.findByText('Annonsen visas till och med 21 januari 2027.')).toBeTruthy();
    expect(calls.map(({ procedure }) => procedure)).not.toContain('marketplace.announcements.renew');
    await userEvent.click(screen.getByRole('button', { name: 'Ja, förnya' }));
    await toastSaying('Annonsen visas till och med 21 januari 2027');
    expect(calls.find(({ procedure }) => procedure.endsWith('renew'))?.input).toEqual({ id: AD.id });
    const heading = screen.getByRole('heading', { name: 'Annonsen är förnyad' });
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('button', { name: /förnya|såld/ })).toBeNull();
  });

  test('offers no renewal that would not prolong the ad', async () => {
    logIn();
    open([ownAdOf({ ...AD, event_date: '2027-01-21' })]);
    expect(await screen.findByRole('button', { name: 'Den är såld' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ja, förnya' })).toBeNull();
  });

  test('completes the ad with a final price, and keeps it after an error', async () => {
    logIn();
    const { calls } = open([AD], { 'marketplace.announcements.complete': AD });
    await userEvent.click(await screen.findByRole('button', { name: 'Den är såld' }));
    const dialog = within(await screen.findByRole('dialog'));
    const price = dialog.getByRole('textbox', { name: /^Slutpris ni kom överens om/ });
    await userEvent.type(price, 'många');
    await userEvent.click(dialog.getByRole('button', { name: 'Markera som klar' }));
    expect(dialog.getByRole('alert').textContent).toContain(
      'Ange slutpriset i hela kronor, eller lämna fältet tomt.',
    );
    await userEvent.clear(price);
    await userEvent.type(price, '1 100');
    await userEvent.click(dialog.getByRole('button', { name: 'Markera som klar' }));
    await toastSaying('Annons markerad som slutförd');
    expect(calls.find(({ procedure }) => procedure.endsWith('complete'))?.input).toEqual({
      id: AD.id,
      final_price: 1100,
    });
  });

  test('says why an ad cannot be renewed', async () => {
    logIn();
    open([ownAdOf({ ...AD, is_active: false, is_expired: true, event_date: '2027-01-10' })]);
    expect(await screen.findByText('Evenemanget har redan varit.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ja, förnya' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Den är såld' })).toBeTruthy();
  });

  test('asks for a login first', async () => {
    open([AD]);
    expect(await screen.findByText('Inloggning')).toBeTruthy();
  });
});
