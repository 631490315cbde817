import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import AdsAdmin from '#client/features/announcements/admin/ads-admin.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { adOf, freshPage, place, setViewportWidth, show, toastSaying } from '#tests/support/client.tsx';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const TAB = '/admin/dashboard?tab=marketplace';
const SET_ACTIVE = 'admin.announcements.setActive';

const ad = (part: Partial<AdminAnnouncement> & { id: string }): AdminAnnouncement => ({
  ...adOf({ event_id: 'e1', id: part.id }),
  is_expired: false,
  user_details: {
    full_name: 'Anna Andersson',
    email: 'anna@example.se',
    phone_number: null,
    is_suspended: false,
  },
  message_count: 0,
  ...part,
});

const ADS = [
  ad({ id: 'a1', order_number: 'SP-0001' }),
  ad({ id: 'a2', order_number: 'SP-0002', is_active: false, event_id: null, event_name: 'Borta' }),
  ad({ id: 'a3', order_number: 'SP-0003', is_completed: true, event_id: 'e2', event_name: 'Åloppet' }),
];

const open = (path = TAB, answers: Record<string, unknown> = {}) => {
  const page = show(<AdsAdmin />, {
    path,
    answers: { 'admin.announcements.list': ADS, [SET_ACTIVE]: ADS[0], ...answers },
  });
  return {
    sent: (procedure: string) =>
      page.calls.filter((call) => call.procedure === procedure).map(({ input }) => input),
  };
};
const rowOf = async (orderNumber: string) => {
  // The table measures its width again after it has rendered.
  await act(() => Bun.sleep(60));
  return screen.findByRole('row', { name: new RegExp(orderNumber) });
};
const actionButton = async (orderNumber: string, name: RegExp) =>
  within(await rowOf(orderNumber)).getByRole('button', { name }) as HTMLButtonElement;

describe('the marketplace tab', () => {
  test('marks a reserved ad', async () => {
    open(TAB, { 'admin.announcements.list': [ad({ id: 'a4', order_number: 'SP-0004', reserved: true })] });
    expect(within(await rowOf('SP-0004')).getByText('Reserverad')).toBeTruthy();
  });

  test('disables the toggle of a completed ad and of an inactive ad without an event', async () => {
    open();
    expect((await actionButton('SP-0001', /^Inaktivera/)).disabled).toBe(false);
    expect((await actionButton('SP-0002', /^Aktivera/)).disabled).toBe(true);
    expect((await actionButton('SP-0003', /^Inaktivera/)).disabled).toBe(true);
  });

  test('asks for reasons before hiding an ad, sends them once, and keeps them when it fails', async () => {
    const { sent } = open(TAB, { [SET_ACTIVE]: new AppError('announcement.completed') });
    const openDialog = async () => {
      await userEvent.click(await actionButton('SP-0001', /^Inaktivera/));
      return within(screen.getByRole('dialog', { name: 'Inaktivera annons' }));
    };
    const dialog = await openDialog();
    await fill({ rule: '2', facts: 'Du krävde förskott.' });
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Inaktivera' }));
    await toastSaying('Kunde inte uppdatera annonsstatus');
    const ground = 'Regel 3 på Startplatsmarknaden: Betala först när arrangören har bekräftat';
    expect(sent(SET_ACTIVE)).toEqual([{ id: 'a1', is_active: false, ground, facts: 'Du krävde förskott.' }]);
    await waitFor(() => expect(sent('admin.announcements.list').length).toBe(2));
    await openDialog();
    expect([control('rule').value, control('facts').value]).toEqual(['2', 'Du krävde förskott.']);
  });

  test('reads filters from the URL, ignores invalid ones, and returns to the first page when a filter changes', async () => {
    open(`${TAB}&type=sell&status=completed&page=7`);
    await rowOf('SP-0003');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect((screen.getAllByRole('radio', { name: 'Alla' })[0] as HTMLInputElement).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Inaktiv' }));
    await rowOf('SP-0002');
    await waitFor(() => expect(place.url).toBe(`${TAB}&type=sell&status=inactive`));
  });

  test('shows an event without ads from the URL as an option, and "Rensa filter" removes it from the URL', async () => {
    open(`${TAB}&event=gone`);
    expect(await screen.findByRole('option', { name: 'Evenemang utan annonser (0)' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Rensa filter' }));
    await waitFor(() => expect(place.url).toBe(TAB));
  });

  test('shows "Inga annonser ännu" when there are no ads', async () => {
    open(TAB, { 'admin.announcements.list': [] });
    expect(await screen.findByRole('heading', { name: 'Inga annonser ännu' })).toBeTruthy();
  });

  test('shows a toast when the list cannot be fetched, and fetches it again', async () => {
    const page = show(<AdsAdmin />, {
      path: TAB,
      answers: { 'admin.announcements.list': new AppError('server.failed') },
    });
    await toastSaying('Kunde inte hämta annonser');
    page.answers['admin.announcements.list'] = ADS;
    await act(() => screen.getByRole('button', { name: 'Försök igen' }).click());
    await rowOf('SP-0001');
  });

  test('shows a menu of actions in each row on a phone', async () => {
    setViewportWidth(390);
    const { sent } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Åtgärder för SP-0001 Loppet' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Inaktivera' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Inaktivera annons' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Inaktivera' }));
    await waitFor(() =>
      expect(sent(SET_ACTIVE)).toEqual([{ id: 'a1', is_active: false, ground: '', facts: '' }]),
    );
  });
});
