import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EventsTab from '#client/pages/admin/events-tab.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { freshPage, show } from '#tests/support/client.tsx';
import { adminEventOf } from '#tests/support/events.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';

describe('the transfer rules of an event in its dialog', () => {
  freshPage('2027-01-15T10:00:00+01:00');
  beforeEach(() => localStorage.setItem('adminToken', 'token'));
  afterEach(() => localStorage.clear());

  const race = adminEventOf({
    id: '01900000-0000-7000-8000-00000000000a',
    event_date: '2027-06-12',
    distances: '10 km, 21,1 km',
  });
  const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Spara' }));
  const openRules = async (part: Partial<AdminEvent> = {}) => {
    const page = show(<EventsTab />, {
      path: `/admin/dashboard?event=${race.id}`,
      answers: {
        'admin.events.list': [{ ...race, ...part }],
        'admin.events.update': race,
        'admin.admins.overview': {},
        'public.announcements.list': [],
        'admin.events.findPlace': null,
      },
    });
    await screen.findByRole('dialog');
    const [, section] = document.querySelectorAll<HTMLDetailsElement>('.state-fields');
    return { ...page, section, summary: () => section?.querySelector('summary')?.textContent };
  };
  const updates = (calls: { procedure: string; input: unknown }[]) =>
    calls.filter(({ procedure }) => procedure === 'admin.events.update').map(({ input }) => input);
  const period = (part: Partial<AdminEvent['transfer_periods'][0]> = {}) => ({
    from: null,
    to: null,
    distances: [],
    fee: null,
    payer: null,
    where: null,
    ...part,
  });
  const all = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];

  test('are entered, and a new period begins after the last one on its terms', async () => {
    const { calls, section, summary } = await openRules();
    expect([section?.open, summary()]).toEqual([false, 'Överlåtelse Okänt']);
    expect(screen.queryByRole('button', { name: 'Lägg till period' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Tillåtet' }));
    const addPeriod = () => userEvent.click(screen.getByRole('button', { name: 'Lägg till period' }));
    await addPeriod();
    expect(document.activeElement).toBe(control('period_from'));
    await fill({ period_to: '2027-05-10', period_fee: '200', period_payer: 'Köparen' });
    await fill({ period_where: 'På nätet' });
    await addPeriod();
    // Its start is filled in.
    expect(document.activeElement).toBe(all('period_to')[1] as HTMLInputElement);
    expect(
      ['period_from', 'period_to', 'period_fee', 'period_payer', 'period_where'].map(
        (name) => all(name)[1]?.value,
      ),
    ).toEqual(['2027-05-11', '', '200', 'buyer', 'online']);
    const [, distances] = screen.getAllByRole('group', {
      name: 'Gäller distanserna (ingen vald betyder alla)',
    });
    await userEvent.click(within(distances as HTMLElement).getByRole('checkbox', { name: '21,1 km' }));
    await fill({ transfer_initiator: 'Säljaren', transfer_buyer_needs: 'födelsedatum; Användar-ID' });
    await userEvent.type(screen.getByLabelText('21,1 km', { selector: '[name="ordinary_price"]' }), '1 295');
    expect(summary()).toBe('Överlåtelse Tillåtet, 2 perioder, kontrollerat 15 januari');
    await save();
    await waitFor(() => expect(updates(calls)).toHaveLength(1));
    const terms = { fee: 200, payer: 'buyer', where: 'online' };
    expect(updates(calls)).toMatchObject([
      {
        transfer_policy: 'allowed',
        transfer_periods: [
          { ...terms, from: '', to: '2027-05-10', distances: [] },
          { ...terms, from: '2027-05-11', to: '', distances: ['21,1 km'] },
        ],
        transfer_initiator: 'seller',
        transfer_buyer_needs: 'födelsedatum; Användar-ID',
        transfer_checked_on: '2027-01-15',
        ordinary_prices: [{ distance: '21,1 km', price: 1295 }],
      },
    ]);
  });

  test('show an error at the field of the period that has it, and unfold for it', async () => {
    const { calls, section } = await openRules({
      transfer_policy: 'allowed',
      transfer_periods: [period(), period({ from: '2027-05-02', to: '2027-05-03' })],
      ordinary_prices: [{ distance: '21,1 km', price: 795 }],
    });
    const [, to] = all('period_to');
    const [, fee] = all('period_fee');
    if (!to || !fee) throw new Error('There is no second period.');
    fireEvent.change(to, { target: { value: '2027-05-01' } });
    fireEvent.change(fee, { target: { value: '1,5' } });
    const [, price] = all('ordinary_price');
    if (price) fireEvent.change(price, { target: { value: 'x' } });
    await save();
    expect(section?.open).toBe(true);
    expect(document.activeElement).toBe(to);
    const errors = [...document.querySelectorAll('.field-error')].map((error) => error.textContent);
    expect(errors).toEqual([
      'En period för namnbyte kan inte sluta innan den börjar.',
      'Ange ett belopp i hela kronor.',
      'Ange ett belopp i hela kronor.',
    ]);
    expect([to, fee, price].map((field) => field?.getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
      'true',
    ]);
    expect(updates(calls)).toEqual([]);
  });

  test('show at its field that a period ends after the race, and that they were checked in the future', async () => {
    const { calls } = await openRules({
      transfer_policy: 'allowed',
      transfer_periods: [period({ to: '2027-06-12' })],
    });
    fireEvent.change(control('event_date'), { target: { value: '2027-06-11' } });
    fireEvent.change(control('transfer_checked_on'), { target: { value: '2027-01-16' } });
    await save();
    expect(['period_to', 'transfer_checked_on'].map(describedBy)).toEqual([
      'En period för namnbyte kan inte gälla efter loppets sista dag.',
      'Reglerna kan inte vara kontrollerade en dag som inte har varit.',
    ]);
    expect(document.activeElement).toBe(control('period_to'));
    expect(updates(calls)).toEqual([]);
  });

  test('ask about a distance that the event loses', async () => {
    const { calls } = await openRules({
      transfer_policy: 'allowed',
      transfer_periods: [period({ distances: ['21,1 km'] })],
      ordinary_prices: [{ distance: '21,1 km', price: 795 }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort 21,1 km' }));
    await save();
    const lost = screen.getByRole('checkbox', { name: '21,1 km (borttagen)' });
    expect(document.activeElement).toBe(lost);
    screen.getByText('En period eller ett pris gäller en distans som loppet inte har.');
    await userEvent.click(lost);
    await save();
    await waitFor(() => expect(updates(calls)).toHaveLength(1));
    expect(updates(calls)).toMatchObject([{ transfer_periods: [{ distances: [] }], ordinary_prices: [] }]);
  });

  test('keep the periods while transfers are forbidden', async () => {
    const { calls, summary } = await openRules({
      transfer_policy: 'allowed',
      transfer_periods: [period({ fee: 0 })],
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Förbjudet' }));
    expect(all('period_fee')).toEqual([]);
    expect(summary()).toBe('Överlåtelse Förbjudet, kontrollerat 15 januari');
    await save();
    await waitFor(() => expect(updates(calls)).toHaveLength(1));
    expect(updates(calls)).toMatchObject([{ transfer_policy: 'forbidden', transfer_periods: [{ fee: 0 }] }]);
  });

  test('are checked today with one press, and lose a removed period', async () => {
    const { calls } = await openRules({
      transfer_policy: 'allowed',
      transfer_periods: [period({ fee: 1 }), period({ fee: 2 })],
      transfer_checked_on: '2026-03-12',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort period 1' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Lägg till period' }));
    await userEvent.click(screen.getByRole('button', { name: 'I dag' }));
    await save();
    await waitFor(() => expect(updates(calls)).toHaveLength(1));
    expect(updates(calls)).toMatchObject([
      { transfer_periods: [{ fee: 2 }], transfer_checked_on: '2027-01-15' },
    ]);
  });
});
