import { beforeEach, describe, expect, test } from 'bun:test';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SettingsAdmin from '#client/features/marketplace-settings/admin/settings-admin.tsx';
import { forgetAdminDrafts } from '#client/platform/forms/admin-drafts.ts';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(forgetAdminDrafts);

const GET = 'public.marketplaceSettings.get';
const UPDATE = 'admin.marketplaceSettings.update';
const INFO_BOX: MarketplaceSettings = {
  info_box_title: 'Så går det till',
  info_box_steps: ['Ett', 'Två'],
  info_box_warning: 'Akta dig',
  disabled_advice: [],
};
const OTHER_ADMINS_BOX = { ...INFO_BOX, info_box_steps: ['Deras'], info_box_warning: 'Deras varning' };
const EDITED_BOX = { ...INFO_BOX, info_box_title: 'Så går det till nu' };
const CONFLICT_TEXT = 'Någon annan har ändrat inforutan sedan du öppnade den: Steg, Varning.';

async function open(answers: Record<string, unknown> = {}) {
  const page = show(<SettingsAdmin />, {
    path: '/admin/dashboard?tab=marketplace-settings',
    answers: {
      'admin.admins.verify': { id: '0190a000-0000-7000-8000-000000000001', username: 'admin' },
      [GET]: INFO_BOX,
      [UPDATE]: EDITED_BOX,
      ...answers,
    },
  });
  await screen.findByRole('textbox', { name: 'Rubrik' });
  return {
    ...page,
    sent: () => page.calls.filter(({ procedure }) => procedure === UPDATE).map(({ input }) => input),
  };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const alertText = () => document.querySelector('[role="alert"]')?.textContent ?? '';

describe('the settings form when two admins edit the info box', () => {
  test('sends the edited box with the box that was loaded', async () => {
    const { sent } = await open();
    await fill({ info_box_title: ' nu' });
    await press('Spara');
    await toastSaying('Inställningar sparade!');
    expect(sent()).toEqual([{ ...EDITED_BOX, shown: INFO_BOX }]);
    await waitFor(() => expect(screen.queryByText('Ångra ändringar') === null).toBe(true));
    expect(alertText()).toBe('');
    await fill({ info_box_title: '!' });
    await press('Spara');
    await waitFor(() => expect(sent()[1]).toMatchObject({ shown: EDITED_BOX }));
  });

  test('reports a conflicting change and overwrites it on "Spara mitt ändå"', async () => {
    const { sent, answers } = await open({ [UPDATE]: new AppError('settings.changed') });
    answers[GET] = OTHER_ADMINS_BOX;
    await fill({ info_box_title: ' nu' });
    await press('Spara');
    await toastSaying('Kunde inte spara inställningar');
    await screen.findByText(CONFLICT_TEXT);
    expect(control('info_box_title').value).toBe('Så går det till nu');
    answers[UPDATE] = EDITED_BOX;
    await press('Spara mitt ändå');
    await toastSaying('Inställningar sparade!');
    expect(sent()).toEqual([
      { ...EDITED_BOX, shown: INFO_BOX },
      { ...EDITED_BOX, shown: OTHER_ADMINS_BOX },
    ]);
    await waitFor(() => expect(alertText()).toBe(''));
  });

  test('restores a stale draft, shows the conflict with the current box, and discards the draft on "Visa deras"', async () => {
    const { sent } = await open();
    await fill({ info_box_title: ' nu' });
    cleanup();
    await open({ [GET]: OTHER_ADMINS_BOX });
    await screen.findByText(CONFLICT_TEXT);
    expect(control('info_box_title').value).toBe('Så går det till nu');
    await press('Visa deras');
    await press('Kasta mina ändringar');
    expect([control('info_box_title').value, control('info_box_warning').value]).toEqual([
      'Så går det till',
      'Deras varning',
    ]);
    expect([alertText(), screen.queryByText('Ångra ändringar')]).toEqual(['', null]);
    expect(sent()).toEqual([]);
  });

  test('sends the rules of advice that are switched off', async () => {
    const { sent } = await open({ [UPDATE]: { ...INFO_BOX, disabled_advice: ['link'] } });
    const link = screen.getByRole('checkbox', { name: 'Länk i ett första meddelande' });
    expect((link as HTMLInputElement).checked).toBe(true);
    await userEvent.click(link);
    await press('Spara');
    await toastSaying('Inställningar sparade!');
    expect(sent()).toEqual([{ ...INFO_BOX, disabled_advice: ['link'], shown: INFO_BOX }]);
    expect((link as HTMLInputElement).checked).toBe(false);
  });

  test('shows the refetched box when nothing was typed', async () => {
    await open();
    cleanup();
    await open({ [GET]: OTHER_ADMINS_BOX });
    expect(control('info_box_warning').value).toBe('Deras varning');
    expect(alertText()).toBe('');
    cleanup();
    const { answers } = await open({ [GET]: INFO_BOX, [UPDATE]: new AppError('settings.changed') });
    answers[GET] = OTHER_ADMINS_BOX;
    await press('Spara');
    await waitFor(() => expect(control('info_box_warning').value).toBe('Deras varning'));
    expect(screen.queryByText('Ångra ändringar')).toBeNull();
  });
});
