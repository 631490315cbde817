import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import AdsAdmin from '#client/features/announcements/admin/ads-admin.tsx';
import { AuditDialog } from '#client/features/audit/audit-dialog.tsx';
import BannersAdmin from '#client/features/banners/admin/banners-admin.tsx';
import SettingsAdmin from '#client/features/marketplace-settings/admin/settings-admin.tsx';
import SubmissionsTab from '#client/features/submissions/admin/submissions.tsx';
import ContactTab from '#client/pages/admin/contact-tab.tsx';
import UsersTab from '#client/pages/admin/users-tab.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import { AppError } from '#src/shared/errors.ts';
import { adOf, freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { submissionOf } from '#tests/support/events.ts';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const id = '0190a000-0000-7000-8000-000000000001';
const created_at = '2027-01-14T15:12:00.000Z';
const SERVER_FAILED = new AppError('server.failed');

const SUBMISSION = submissionOf({ id });
const BANNER = {
  ...{ id, title: 'Ett', description: null, external_url: null, file_url: '/demo/ski.webp', link_url: null },
  ...{ file_type: 'image', is_active: true, order_index: 0, created_at, version: 1 },
};
const CONTACT_INFO = {
  ...{ company_name: 'Kalendern', address: null, phone: '070-1', email: null },
  ...{ business_hours: null, description: null },
};
const MESSAGE = {
  ...{ id, subject: 'Fråga', name: 'Olle', email: 'olle@example.se', message: 'Hej' },
  ...{ is_read: true, created_at },
};
const MEMBER = {
  ...{ id, email: 'anna@example.se', username: 'anna.ek', full_name: 'Anna Ek', phone_number: '070-1' },
  ...{ is_verified: true, is_suspended: false, created_at, last_login: null, report_count: 0 },
  ...{ announcement_count: 0, announcements: [], reports: [] },
};
const AD = {
  ...adOf({ id, event_id: id, user_id: id, user_name: 'Anna Ek' }),
  message_count: 0,
  user_details: MEMBER,
};
const INFO_BOX = {
  info_box_title: 'Så gör du',
  info_box_steps: ['Ett'],
  info_box_warning: '',
  disabled_advice: [],
};

const TABS = {
  submissions: { page: <SubmissionsTab />, answers: { 'admin.submissions.list': [SUBMISSION] } },
  banners: { page: <BannersAdmin />, answers: { 'admin.banners.list': [BANNER] } },
  contact: {
    page: <ContactTab />,
    answers: { 'admin.contact.messages': [MESSAGE], 'public.contact.info': CONTACT_INFO },
  },
  marketplace: { page: <AdsAdmin />, answers: { 'admin.announcements.list': [AD] } },
  'marketplace-users': {
    page: <UsersTab />,
    answers: { 'admin.accounts.list': [MEMBER], 'admin.accounts.get': MEMBER, 'admin.reports.list': [] },
  },
  'marketplace-settings': {
    page: <SettingsAdmin />,
    answers: { 'public.marketplaceSettings.get': INFO_BOX, 'admin.admins.verify': { id, username: 'admin' } },
  },
} satisfies Record<string, { page: ReactNode; answers: Record<string, unknown> }>;

function open(tab: keyof typeof TABS, failingProcedure: string, search = '') {
  const { page, answers } = TABS[tab];
  const path = `/admin/dashboard?tab=${tab}${search}`;
  return show(page, { path, answers: { ...answers, [failingProcedure]: SERVER_FAILED } });
}
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);

describe('a failed action', () => {
  test.each([
    ['submissions', 'review', ['Godkänn: Skogsloppet'], 'Fel vid godkännande av evenemangsförfrågan'],
    ['submissions', 'review', ['Avvisa: Skogsloppet', 'Avvisa'], 'Fel vid avvisning av evenemangsförfrågan'],
    [
      'submissions',
      'delete',
      ['Ta bort förfrågan: Skogsloppet', 'Ta bort'],
      'Fel vid borttagning av evenemangsförfrågan',
    ],
    ['banners', 'delete', ['Ta bort: Ett', 'Ta bort'], 'Fel vid borttagning av banner'],
    ['contact', 'deleteMessage', ['Ta bort: Fråga', 'Ta bort'], 'Fel vid borttagning av meddelande'],
    ['marketplace-users', 'delete', ['Ta bort: Anna Ek', 'Ta bort'], 'Kunde inte ta bort användare'],
  ] as const)('shows its toast: %s, %s', async (tab, verb, buttons, toast) => {
    const router = tab === 'marketplace-users' ? 'accounts' : tab;
    const { calls } = open(tab, `admin.${router}.${verb}`);
    for (const name of buttons) await press(name);
    await toastSaying(toast);
    expect(calls.filter(({ procedure }) => procedure === `admin.${router}.${verb}`)).toHaveLength(1);
  });
});

describe('a failed fetch', () => {
  test.each([
    ['banners', 'admin.banners.list', 'Fel vid hämtning av banners', 'Försök igen', ''],
    [
      'submissions',
      'admin.submissions.list',
      'Fel vid hämtning av förfrågningar',
      'Förfrågningarna kunde inte visas',
      '',
    ],
    [
      'contact',
      'admin.contact.messages',
      'Fel vid hämtning av meddelanden',
      'Meddelandena kunde inte visas',
      '',
    ],
    [
      'contact',
      'public.contact.info',
      'Fel vid hämtning av kontaktinformation',
      'Uppgifterna kunde inte visas',
      '',
    ],
    ['marketplace', 'admin.announcements.get', 'Kunde inte hämta annonsdetaljer', 'Försök igen', `&ad=${id}`],
    ['marketplace-users', 'admin.accounts.list', 'Kunde inte hämta användare', 'Försök igen', ''],
    [
      'marketplace-users',
      'admin.accounts.get',
      'Kunde inte hämta användardetaljer',
      'Försök igen',
      `&user=${id}`,
    ],
    [
      'marketplace-settings',
      'public.marketplaceSettings.get',
      'Kunde inte hämta inställningar',
      'Inställningarna kunde inte visas',
      '',
    ],
  ] as const)('shows a toast and "Försök igen": %s, %s', async (tab, procedure, toast, text, search) => {
    const { answers } = open(tab, procedure, search);
    await toastSaying(toast);
    await screen.findAllByText(text);
    const workingAnswers: Record<string, unknown> = TABS[tab].answers;
    answers[procedure] = workingAnswers[procedure] ?? { ...AD, messages: [] };
    // The response arrives after the click, so both must be within act.
    await act(async () => {
      screen.getAllByRole('button', { name: 'Försök igen' })[0]?.click();
      await Bun.sleep(60);
    });
    expect(screen.queryAllByText(text).length).toBe(0);
  });

  test('shows a toast and a text in the dialog of the audit log', async () => {
    show(<AuditDialog onClose={() => {}} />, {
      answers: { 'admin.audit.list': SERVER_FAILED, 'admin.audit.actors': [] },
    });
    await toastSaying('Kunde inte hämta loggen');
    await screen.findByText('Loggen kunde inte visas');
  });
});

test('the banners tab says so when there are no banners', async () => {
  show(<BannersAdmin />, { path: '/admin/dashboard?tab=banners', answers: { 'admin.banners.list': [] } });
  await screen.findByText('Inga banners ännu');
});

test('the banner dialog rejects a javascript: link and an order that is not an integer from 0', async () => {
  const { calls } = open('banners', 'admin.banners.create');
  await press('Skapa banner');
  await fill({ title: 'Höst', external_url: 'https://bilder.example/film.webm', link_url: 'javascript:x' });
  expect(control('file_type').value).toBe('video');
  await userEvent.clear(control('order_index'));
  await fill({ order_index: '-1' });
  await press('Spara');
  await screen.findByText(/Ange en länk som börjar med http/);
  await screen.findByText(/Ordningen är ett heltal från 0 och uppåt/);
  expect(calls.filter(({ procedure }) => procedure === 'admin.banners.create')).toEqual([]);
});

test('the settings tab rejects a text that is too long, reverts it on "Ångra ändringar", and keeps the input when a save fails', async () => {
  const { calls } = open('marketplace-settings', 'admin.marketplaceSettings.update');
  await screen.findByRole('textbox', { name: 'Rubrik' });
  await userEvent.click(control('info_box_title'));
  await userEvent.paste('x'.repeat(201));
  await press('Spara');
  await screen.findByText(/En text är för lång/);
  expect(document.activeElement).toBe(control('info_box_title'));
  expect(calls.filter(({ procedure }) => procedure === 'admin.marketplaceSettings.update')).toEqual([]);
  await press('Ångra ändringar');
  expect(control('info_box_title').value).toBe('Så gör du');
  await fill({ info_box_title: '!' });
  await press('Spara');
  await toastSaying('Kunde inte spara inställningar');
  expect(control('info_box_title').value).toBe('Så gör du!');
});
