import { beforeEach, describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import UsersTab from '#client/pages/admin/users-tab.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminAccountDetail } from '#src/features/accounts/admin/contract.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, place, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const ID = '0190a000-0000-7000-8000-0000000000aa';
const UPDATE = 'admin.accounts.update';
const TAB = '/admin/dashboard?tab=marketplace-users';

const anna: AdminAccountDetail = {
  id: ID,
  email: 'anna@example.se',
  username: 'anna.ek',
  full_name: 'Anna Ek',
  phone_number: null,
  is_verified: true,
  is_suspended: false,
  created_at: '2026-03-04T08:00:00.000Z',
  last_login: null,
  report_count: 1,
  announcement_count: 0,
  announcements: [],
  reports: [
    {
      id: 'r1',
      reason: 'spam',
      description: 'Skickar reklam.',
      status: 'new',
      reporter_name: 'Bo Ask',
      reporter_email: 'bo@example.se',
      related_announcement: null,
      created_at: '2027-01-14T08:00:00.000Z',
    },
  ],
};

const open = (path = TAB, answers: Record<string, unknown> = {}) => {
  const page = show(<UsersTab />, {
    path,
    answers: {
      'admin.accounts.list': [anna],
      'admin.accounts.get': anna,
      'admin.reports.list': [],
      [UPDATE]: anna,
      ...answers,
    },
  });
  return {
    ...page,
    sent: (procedure: string) =>
      page.calls.filter((call) => call.procedure === procedure).map(({ input }) => input),
  };
};

const openEditDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Redigera: Anna Ek' }));
  return screen.getByRole('dialog', { name: 'Redigera användare' });
};
const field = (dialog: HTMLElement, name: string) =>
  dialog.querySelector(`[name="${name}"]`) as HTMLInputElement;

describe('the dialog that edits a member', () => {
  test('requires a phone number, focuses its field and sends nothing without one', async () => {
    const { sent } = open();
    const dialog = await openEditDialog();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(within(dialog).getByText('Alla fält måste fyllas i')).toBeTruthy();
    expect(document.activeElement).toBe(field(dialog, 'phone_number'));
    expect(sent(UPDATE)).toEqual([]);
  });

  test('sends name, phone number and the unchanged e-mail address once, then refetches the list', async () => {
    const { sent } = open();
    const dialog = await openEditDialog();
    expect(field(dialog, 'email').readOnly).toBe(true);
    await userEvent.type(field(dialog, 'phone_number'), '08-1');
    const fetchCount = sent('admin.accounts.list').length;
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Spara' }));
    await toastSaying('Användare uppdaterad');
    expect(sent(UPDATE)).toEqual([
      { id: ID, email: 'anna@example.se', full_name: 'Anna Ek', phone_number: '08-1' },
    ]);
    await waitFor(() => expect(sent('admin.accounts.list').length).toBeGreaterThan(fetchCount));
    await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true));
  });

  test('keeps the input and shows the reason when the server rejects the save', async () => {
    open(TAB, { [UPDATE]: new AppError('account.not_found') });
    const dialog = await openEditDialog();
    await userEvent.type(field(dialog, 'phone_number'), '08-1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await toastSaying('Kunde inte uppdatera användare');
    expect(within(dialog).getByText('Användaren finns inte.')).toBeTruthy();
    expect(field(dialog, 'phone_number').value).toBe('08-1');
  });

  test('shows a reserved name as an error at its field', async () => {
    open(TAB, { [UPDATE]: new AppError('account.name_reserved') });
    const dialog = await openEditDialog();
    await userEvent.type(field(dialog, 'phone_number'), '08-1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await within(dialog).findByText(detailOf('account.name_reserved'));
    expect(field(dialog, 'full_name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(dialog, 'full_name'));
  });

  test('asks before it discards unsaved input', async () => {
    open();
    const dialog = await openEditDialog();
    await userEvent.type(field(dialog, 'full_name'), ' Ny');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    const question = screen.getByRole('dialog', { name: 'Stänga utan att spara?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stäng utan att spara' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the URL of the users tab', () => {
  test('with a user id opens that member; closing the dialog removes only the user id', async () => {
    open(`${TAB}&q=anna&user=${ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'Anna Ek' });
    expect(within(dialog).getByText('Skickar reklam.')).toBeTruthy();
    expect(within(dialog).getByText('Ej angivet')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stäng' }));
    await waitFor(() => expect(place.url).toBe(`${TAB}&q=anna`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('with the id of a deleted member shows an error without "Försök igen"', async () => {
    open(`${TAB}&user=${ID}`, { 'admin.accounts.get': new AppError('account.not_found') });
    await toastSaying('Kunde inte hämta användardetaljer');
    const dialog = screen.getByRole('dialog', { name: 'Användare' });
    expect(within(dialog).getByText(/Användaren finns inte\./)).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  test('no longer contains the search after "Rensa sökning"', async () => {
    open(`${TAB}&q=ingen`);
    await userEvent.click(await screen.findByRole('button', { name: 'Rensa sökning' }));
    await waitFor(() => expect(place.url).toBe(TAB));
    expect(screen.getByRole('link', { name: 'Anna Ek' })).toBeTruthy();
  });

  test('contains view=reports while the reports are shown; their button shows the number of new ones', async () => {
    const report = { ...anna.reports[0], reported_user: { id: ID, full_name: 'Anna Ek' } };
    const { sent } = open(`${TAB}&page=3`, {
      'admin.reports.list': [report],
      'admin.reports.setStatus': new AppError('report.not_found'),
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Rapporter 1' }));
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Rapporter 1' }));
    await waitFor(() => expect(place.url).toBe(`${TAB}&view=reports`));
    await userEvent.click(await screen.findByRole('button', { name: 'Markera som hanterad' }));
    await toastSaying('Kunde inte uppdatera rapport');
    expect(sent('admin.reports.setStatus')).toEqual([{ id: 'r1', status: 'handled' }]);
    expect(screen.getByRole('link', { name: 'Anna Ek' }).getAttribute('href')).toContain(`user=${ID}`);
  });
});
