import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import MatchAlertsPage from '#client/pages/match-alerts.tsx';
import WatchConfirmPage from '#client/pages/watch-confirm.tsx';
import WatchEndPage from '#client/pages/watch-end.tsx';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, show } from '#tests/support/client.tsx';
import { watchOf } from '#tests/support/shown-watch.ts';

freshPage('2027-01-15T10:00:00+01:00');
// React Query logs a failed fetch.
beforeEach(() => void spyOn(console, 'error').mockImplementation(() => {}));

const [CONFIRM, OF_MAIL, END, ALERTS, TURN_OFF] = [
  'confirm',
  'ofMail',
  'end',
  'matchAlerts',
  'turnOffMatchAlerts',
].map((name) => `public.watches.${name}`) as [string, string, string, string, string];

function open(path: string, answers: Record<string, unknown>) {
  const shown = show(
    <Routes>
      <Route path="/bevakning/bekrafta/:token" element={<WatchConfirmPage />} />
      <Route path="/bevakning/avsluta/:token" element={<WatchEndPage />} />
      <Route path="/bevakning/annons/:token" element={<MatchAlertsPage />} />
    </Routes>,
    { path, answers },
  );
  const sent = (name: string) =>
    shown.calls.filter(({ procedure }) => procedure === name).map(({ input }) => input);
  return { ...shown, sent };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the page that confirms a watch', () => {
  const confirm = (answer: unknown) => open('/bevakning/bekrafta/hemlig', { [CONFIRM]: answer });

  test('sends nothing when it opens, and one call for two presses', async () => {
    const { calls } = confirm({ watch: watchOf({ id: 'one' }), manage_token: 'alla' });
    const press = await button('Bekräfta bevakningen');
    expect(calls).toEqual([]);
    await userEvent.dblClick(press);
    await heading('Bevakningen är igång');
    expect(linkTo('Vasaloppet')).toBe('/lopp/vasaloppet/2027');
    expect(screen.getByText('Vi mejlar direkt.')).toBeTruthy();
    expect(linkTo('Dina bevakningar')).toBe('/bevakning/alla');
    expect(calls.map(({ input }) => input)).toEqual([{ token: 'hemlig' }]);
  });

  test.each(['watch.link_invalid', 'watch.over', 'event.not_found', 'series.not_found'] as const)(
    'says why after %s, without the button',
    async (code) => {
      confirm(new AppError(code));
      await userEvent.click(await button('Bekräfta bevakningen'));
      await screen.findByText(detailOf(code));
      expect(screen.queryByRole('button', { name: 'Bekräfta bevakningen' })).toBeNull();
      expect(linkTo('Till kalendern')).toBe('/');
    },
  );

  test.each(['watch.too_many', 'server.unavailable'] as const)(
    'says why after %s, and can be tried again',
    async (code) => {
      const page = confirm(new AppError(code));
      await userEvent.click(await button('Bekräfta bevakningen'));
      await screen.findByText(detailOf(code));
      page.answers[CONFIRM] = { watch: watchOf({ id: 'one' }), manage_token: 'alla' };
      await userEvent.click(await button('Bekräfta bevakningen'));
      await heading('Bevakningen är igång');
    },
  );
});

describe('the page that ends the watches of a mail', () => {
  const ofMail = (part: object = {}) => ({
    watches: [watchOf({ id: 'one' })],
    match_alerts: false,
    manage_token: 'alla',
    ...part,
  });
  const end = (mail: unknown, answer: unknown = { message: 'Sparat.' }) =>
    open('/bevakning/avsluta/hemlig', { [OF_MAIL]: mail, [END]: answer });

  test('shows what the mail was about, and ends it only by the button', async () => {
    const { sent } = end(ofMail());
    await screen.findByText('Vasaloppet');
    expect(screen.getByText('När du har avslutat får du inga fler mejl om det.')).toBeTruthy();
    expect(sent(END)).toEqual([]);
    await userEvent.dblClick(await button('Avsluta'));
    await heading('Avslutat');
    expect(linkTo('Dina andra bevakningar')).toBe('/bevakning/alla');
    expect(sent(END)).toEqual([{ token: 'hemlig' }]);
    expect(document.activeElement?.textContent).toBe('Du får inga fler mejl om det här.');
  });

  test('names the mails about matching ads, with and without watches', async () => {
    const text = 'om annonser som passar dina egna.';
    const { unmount } = end(ofMail({ watches: [], match_alerts: true }));
    await screen.findByText(`När du har avslutat får du inga fler mejl ${text}`);
    unmount();
    end(ofMail({ watches: [watchOf({ id: 'one' }), watchOf({ id: 'two' })], match_alerts: true }));
    await screen.findByText(`När du har avslutat får du inga fler mejl om dem eller ${text}`);
    await heading('Avsluta bevakningarna');
  });

  test('says so if it has ended already', async () => {
    end(ofMail({ watches: [] }));
    await screen.findByText('Det som mejlet handlade om bevakas inte längre.');
    expect(screen.queryByRole('button', { name: 'Avsluta' })).toBeNull();
  });

  test('says why ending failed, and keeps the button', async () => {
    end(ofMail(), new AppError('request.too_many'));
    await userEvent.click(await button('Avsluta'));
    await screen.findByText(detailOf('request.too_many'));
    expect(await button('Avsluta')).toBeTruthy();
  });

  test('says that a link is invalid', async () => {
    end(new AppError('watch.link_invalid'));
    await screen.findByText('Länken är ogiltig eller har gått ut.');
  });
});

describe('the page that turns off alerts about matching ads', () => {
  const alerts = (part: object = {}) => ({
    order_number: 'SP-1042',
    event_name: 'Vasaloppet',
    ad: true,
    all: true,
    ...part,
  });
  const openAlerts = (read: unknown, answer?: unknown) =>
    open('/bevakning/annons/hemlig', { [ALERTS]: read, [TURN_OFF]: answer });

  test('turns them off for the ad, and then for all', async () => {
    const page = openAlerts(alerts(), alerts({ ad: false }));
    await screen.findByText('Du får mejl om annonser som passar din annons SP-1042 för Vasaloppet.');
    await userEvent.click(await button('Stäng av för den här annonsen'));
    await screen.findByText(/^Mejlen om din annons SP-1042 för Vasaloppet är avstängda\./);
    page.answers[TURN_OFF] = alerts({ ad: false, all: false });
    await userEvent.click(await button('Stäng av för alla mina annonser'));
    await screen.findByText('Mejlen är avstängda. Du får inga mejl om annonser som passar dina.');
    expect(screen.queryByRole('button', { name: /^Stäng av/ })).toBeNull();
    expect(linkTo('din profil')).toBe('/marketplace/profile');
    expect(page.sent(TURN_OFF)).toEqual([
      { token: 'hemlig', scope: 'ad' },
      { token: 'hemlig', scope: 'all' },
    ]);
  });

  test('offers only all if the ad is gone', async () => {
    openAlerts(alerts({ order_number: null, event_name: null, ad: false }));
    await screen.findByText(/^Mejlen om den annonsen är avstängda\./);
    expect(screen.queryByRole('button', { name: 'Stäng av för den här annonsen' })).toBeNull();
    await button('Stäng av för alla mina annonser');
  });

  test('says that a link is invalid', async () => {
    openAlerts(new AppError('watch.link_invalid'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ogiltig'));
  });
});
