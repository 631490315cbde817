import { describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, toastSaying } from '#tests/support/client.tsx';
import { ANNA, open, press, SAVE, WATCHES } from '#tests/support/profile-page.tsx';
import { watchOf } from '#tests/support/shown-watch.ts';

freshPage('2027-01-15T10:00:00+01:00');

asMember(ANNA);

describe('"Mina bevakningar"', () => {
  const watches = ['Nattlöpet', 'Vårruset', 'Lidingöloppet', 'Vasaloppet'].map((title) =>
    watchOf({ id: title, title }),
  );
  const list = { watches, paused_until: null };
  const panel = () => within(screen.getByRole('region', { name: /^Mina bevakningar/ }));

  test('shows the three newest, and all after a press', async () => {
    open({ answers: { [WATCHES]: list } });
    await screen.findByRole('heading', { name: 'Mina bevakningar (4)' });
    expect(panel().getAllByRole('combobox')).toHaveLength(3);
    await press('Visa alla 4');
    expect(panel().getByRole('link', { name: 'Vasaloppet' })).toBeDefined();
    await press('Visa färre');
    expect(panel().queryByRole('link', { name: 'Vasaloppet' })).toBeNull();
  });

  test('changes, pauses and ends them by the calls of the member', async () => {
    const { sent, answers } = open({
      answers: {
        [WATCHES]: list,
        'marketplace.watches.update': { ...watches[0], cadence: 'weekly' },
        'marketplace.watches.pause': { watches, paused_until: '2027-02-14T09:00:00.000Z' },
        'marketplace.watches.remove': { message: 'Sparat.' },
      },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Hur ofta: Nattlöpet'), 'weekly');
    await toastSaying('Sparat: En gång i veckan');
    await press('Pausa i 30 dagar');
    await screen.findByText(/^Pausat till 14 februari 2027\./);
    await press('Avsluta Nattlöpet');
    answers[WATCHES] = { ...list, watches: watches.slice(1) };
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Avsluta' }));
    const heading = await screen.findByRole('heading', { name: 'Mina bevakningar (3)' });
    await waitFor(() => expect(document.activeElement === heading).toBe(true));
    expect(sent('marketplace.watches.update')).toEqual([{ id: 'Nattlöpet', cadence: 'weekly' }]);
    expect(sent('marketplace.watches.pause')).toEqual([{ paused: true }]);
    expect(sent('marketplace.watches.remove')).toEqual([{ id: 'Nattlöpet' }]);
  });

  test('leads to the calendar without any, and offers a retry after a failure', async () => {
    const { answers } = open({ answers: { [WATCHES]: new AppError('server.unavailable') } });
    await screen.findByText('Bevakningarna kunde inte visas. Kontrollera din anslutning.');
    answers[WATCHES] = { watches: [], paused_until: null };
    await userEvent.click(panel().getByRole('button', { name: 'Försök igen' }));
    await panel().findByText(/^Du följer ingenting\./);
    expect(panel().getByRole('link', { name: 'kalendern' }).getAttribute('href')).toBe('/');
  });

  test('turns mails about matching ads off at once, and back after a failure', async () => {
    const { sent, answers } = open({ answers: { [SAVE]: { ...ANNA, match_alerts: false } } });
    const name = 'Mejla mig om annonser som passar mina';
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name });
    expect(toggle.checked).toBe(true);
    await userEvent.click(toggle);
    await toastSaying('Mejlen är avstängda');
    expect(toggle.checked).toBe(false);
    // Name and phone number may have been changed in another window.
    expect(sent(SAVE)).toEqual([{ match_alerts: false }]);
    answers[SAVE] = new AppError('server.unavailable');
    await userEvent.click(toggle);
    await toastSaying('Kunde inte spara valet. Försök igen.');
    expect(toggle.checked).toBe(false);
  });
});

describe('the blocked members', () => {
  const BLOCKS = 'marketplace.blocks.list';
  const UNBLOCK = 'marketplace.blocks.delete';
  const NILS = { user_id: 'nils', name: 'Nils Ek', created_at: '2027-01-10T09:00:00.000Z' };

  test('are not mentioned when there are none', async () => {
    open({ answers: { [BLOCKS]: [] } });
    await screen.findByText('Kontoinformation');
    await Bun.sleep(60);
    expect(screen.queryByText('Blockerade medlemmar')).toBeNull();
  });

  test('are listed, and disappear when they are unblocked', async () => {
    const { answers, sent } = open({ answers: { [BLOCKS]: [NILS], [UNBLOCK]: { message: 'Klart' } } });
    const button = await screen.findByRole('button', { name: 'Häv blockeringen av Nils Ek' });
    expect(screen.getByText('sedan 10 jan. 2027')).toBeTruthy();
    answers[BLOCKS] = [];
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Blockerade medlemmar') === null).toBe(true));
    expect(sent(UNBLOCK)).toEqual([{ user_id: 'nils' }]);
  });
});
