import { beforeEach, describe, expect, test } from 'bun:test';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SettingsAdmin from '../../client/features/marketplace-settings/admin/settings-admin';
import { forgetAdminDrafts } from '../../client/platform/forms/admin-drafts';
import type { MarketplaceSettings } from '../../src/features/marketplace-settings/contract';
import { AppError } from '../../src/shared/errors';
import { freshPage, show, toastSaying } from '../support/client';
import { control, fill } from '../support/form';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(forgetAdminDrafts);

const GET = 'public.marketplaceSettings.get';
const UPDATE = 'admin.marketplaceSettings.update';
const BOX: MarketplaceSettings = {
  info_box_title: 'Så går det till',
  info_box_steps: ['Ett', 'Två'],
  info_box_warning: 'Akta dig',
};
const THEIRS = { ...BOX, info_box_steps: ['Deras'], info_box_warning: 'Deras varning' };
const MINE = { ...BOX, info_box_title: 'Så går det till nu' };
const CONFLICT = 'Någon annan har ändrat inforutan sedan du öppnade den: Steg, Varning.';

async function open(answers: Record<string, unknown> = {}) {
  const shown = show(<SettingsAdmin />, {
    path: '/admin/dashboard?tab=marketplace-settings',
    answers: {
      'admin.admins.verify': { id: '0190a000-0000-7000-8000-000000000001', username: 'admin' },
      [GET]: BOX,
      [UPDATE]: MINE,
      ...answers,
    },
  });
  await screen.findByRole('textbox', { name: 'Rubrik' });
  return {
    ...shown,
    sent: () => shown.calls.filter(({ procedure }) => procedure === UPDATE).map(({ input }) => input),
  };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const conflict = () => document.querySelector('[role="alert"]')?.textContent ?? '';

describe('the settings form when two admins edit the info box', () => {
  test('sends the edited box with the box that was loaded', async () => {
    const { sent } = await open();
    await fill({ info_box_title: ' nu' });
    await press('Spara');
    await toastSaying('Inställningar sparade!');
    expect(sent()).toEqual([{ ...MINE, shown: BOX }]);
    await waitFor(() => expect(screen.queryByText('Ångra ändringar') === null).toBe(true));
    expect(conflict()).toBe('');
    await fill({ info_box_title: '!' });
    await press('Spara');
    await waitFor(() => expect(sent()[1]).toMatchObject({ shown: MINE }));
  });

  test('reports a conflicting change and overwrites it on "Spara mitt ändå"', async () => {
    const { sent, answers } = await open({ [UPDATE]: new AppError('settings.changed') });
    answers[GET] = THEIRS;
    await fill({ info_box_title: ' nu' });
    await press('Spara');
    await toastSaying('Kunde inte spara inställningar');
    await screen.findByText(CONFLICT);
    expect(control('info_box_title').value).toBe('Så går det till nu');
    answers[UPDATE] = MINE;
    await press('Spara mitt ändå');
    await toastSaying('Inställningar sparade!');
    expect(sent()).toEqual([
      { ...MINE, shown: BOX },
      { ...MINE, shown: THEIRS },
    ]);
    await waitFor(() => expect(conflict()).toBe(''));
  });

  test('restores a stale draft, shows the conflict with the current box, and discards the draft on "Visa deras"', async () => {
    const { sent } = await open();
    await fill({ info_box_title: ' nu' });
    cleanup();
    await open({ [GET]: THEIRS });
    await screen.findByText(CONFLICT);
    expect(control('info_box_title').value).toBe('Så går det till nu');
    await press('Visa deras');
    expect([control('info_box_title').value, control('info_box_warning').value]).toEqual([
      'Så går det till',
      'Deras varning',
    ]);
    expect([conflict(), screen.queryByText('Ångra ändringar')]).toEqual(['', null]);
    expect(sent()).toEqual([]);
  });

  test('shows the refetched box when nothing was typed', async () => {
    await open();
    cleanup();
    await open({ [GET]: THEIRS });
    expect(control('info_box_warning').value).toBe('Deras varning');
    expect(conflict()).toBe('');
    cleanup();
    const { answers } = await open({ [GET]: BOX, [UPDATE]: new AppError('settings.changed') });
    answers[GET] = THEIRS;
    await press('Spara');
    await waitFor(() => expect(control('info_box_warning').value).toBe('Deras varning'));
    expect(screen.queryByText('Ångra ändringar')).toBeNull();
  });
});
