import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, ownAdOf, setViewportWidth, toastSaying } from '#tests/support/client.tsx';
import { control, describedBy } from '#tests/support/form.ts';
import { AD, ANNA, findAd, id, OWN_ADS, open, press, retype, UPDATE } from '#tests/support/profile-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

asMember(ANNA);

describe('the dialog that edits an own ad', () => {
  const openEditDialog = async () =>
    userEvent.click((await findAd()).getByRole('button', { name: /^Redigera/ }));

  test('calls the price of a wanted place "Högsta pris"', async () => {
    open({ ads: [{ ...AD, announcement_type: 'wanted' }] });
    await openEditDialog();
    expect(control('price').labels?.[0]?.textContent).toStartWith('Högsta pris');
  });

  test('requires a valid price and fee, and shows both errors', async () => {
    const { sent } = open();
    await openEditDialog();
    await screen.findByRole('dialog', { name: 'Redigera annons' });
    expect([control('price').value, control('name_change_fee').value]).toEqual(['1295', '200']);
    for (const price of ['', '0', '-1', '10.5', '1295,50', '1000001']) {
      await retype('price', price);
      await press('Spara');
      expect(describedBy('price')).toContain('Ange ett giltigt pris');
      expect(document.activeElement).toBe(control('price'));
    }
    await retype('name_change_fee', '-1');
    await press('Spara');
    expect(describedBy('price')).toContain('Ange ett giltigt pris');
    expect(describedBy('name_change_fee')).toContain('Ange en giltig namnbytesavgift');
    await retype('price', '900');
    for (const fee of ['-1', '0.5', '1,5', '1000001']) {
      await retype('name_change_fee', fee);
      await press('Spara');
      expect(describedBy('name_change_fee')).toContain('Ange en giltig namnbytesavgift');
      expect(document.activeElement).toBe(control('name_change_fee'));
    }
    expect(sent(UPDATE)).toEqual([]);
  });

  test('sends an empty fee as 0, shows a toast and refetches the list', async () => {
    const { sent } = open({ answers: { [UPDATE]: { ...AD, price: 900 } } });
    await openEditDialog();
    await retype('price', '900,00');
    await retype('name_change_fee', '');
    await retype('description', 'Ny text');
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toEqual([
      { id: AD.id, price: 900, name_change_fee: 0, description: 'Ny text', version: 1 },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true));
    await waitFor(() => expect(sent(OWN_ADS)).toHaveLength(2));
  });

  test('stays open when an earlier save of the same or another ad succeeds late', async () => {
    const otherAd = ownAdOf({ id: id(2), event_id: id(51), event_name: 'Ultravasan' });
    for (const [name, price] of [
      [/Ultravasan/, '500'],
      [/Göteborgsvarvet/, '1295'],
    ] as const) {
      const response = Promise.withResolvers();
      const { unmount } = open({ ads: [AD, otherAd], answers: { [UPDATE]: () => response.promise } });
      await openEditDialog();
      await retype('price', '900');
      await press('Spara');
      await press('Avbryt');
      await press('Stäng utan att spara');
      await userEvent.click((await findAd(name)).getByRole('button', { name: /^Redigera/ }));
      expect(control('price').value).toBe(price);
      await retype('price', '700');
      response.resolve({ ...AD, price: 900 });
      await toastSaying('Annons uppdaterad');
      expect(control('price').value).toBe('700');
      unmount();
    }
  });

  test('shows "Kunde inte uppdatera annons" with the reason and keeps the input when the save fails', async () => {
    open({ answers: { [UPDATE]: new AppError('announcement.completed') } });
    await openEditDialog();
    await retype('price', '900');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera annons');
    expect(await screen.findByText('Annonsen är redan slutförd.')).toBeTruthy();
    expect(control('price').value).toBe('900');
  });

  async function openConflict() {
    const otherWindowsAd = { ...AD, price: 1500, description: null, version: 2 };
    const page = open({ answers: { [UPDATE]: new AppError('announcement.changed') } });
    await openEditDialog();
    page.answers[OWN_ADS] = [otherWindowsAd];
    await retype('price', '900');
    await press('Spara');
    await screen.findByText(
      'Annonsen har ändrats i ett annat fönster sedan du öppnade den: pris 1 500 SEK, ingen beskrivning.',
    );
    return page;
  }

  test('lists the changes from another window, asks before it discards the input and loads them', async () => {
    await openConflict();
    await press('Visa den andra');
    await press('Fortsätt redigera');
    expect(control('price').value).toBe('900');
    await press('Visa den andra');
    await press('Kasta mina ändringar');
    expect(document.activeElement === control('price')).toBe(true);
    expect([control('price').value, control('description').value]).toEqual(['1500', '']);
    expect(screen.queryByText(/i ett annat fönster/)).toBeNull();
  });

  test('overwrites the changes from another window on "Spara mitt ändå"', async () => {
    const { sent, answers } = await openConflict();
    answers[UPDATE] = { ...AD, price: 900, version: 3 };
    await press('Spara mitt ändå');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toMatchObject([{ version: 1 }, { price: 900, version: 2 }]);
  });

  test('has only "close" and "Spara" on a phone, and keeps the input when the window widens', async () => {
    setViewportWidth(390);
    const { sent } = open({ answers: { [UPDATE]: AD } });
    await openEditDialog();
    const names = () =>
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names()).toEqual(['Stäng', 'Spara']);
    await retype('price', '900');
    await press('Stäng');
    await screen.findByText('Det du har ändrat är inte sparat.');
    await userEvent.click(screen.getByRole('button', { name: 'Fortsätt redigera' }));
    // Rotating a phone can make the window wide enough for the other layout.
    act(() => setViewportWidth(1280));
    expect(names()).toEqual(['Stäng', 'Avbryt', 'Spara']);
    expect(control('price').value).toBe('900');
    act(() => setViewportWidth(390));
    await press('Spara');
    await toastSaying('Annons uppdaterad');
    expect(sent(UPDATE)).toHaveLength(1);
  });

  test('asks before it discards unsaved input, and closes at once without any', async () => {
    open();
    await openEditDialog();
    await press('Avbryt');
    expect(screen.queryByRole('dialog')).toBeNull();
    await openEditDialog();
    await retype('price', '900');
    await press('Avbryt');
    const question = await screen.findByRole('dialog', { name: 'Stänga utan att spara?' });
    // The destructive button is red. There is no "Avbryt", which would be ambiguous here.
    expect(within(question).getByRole('button', { name: 'Stäng utan att spara' }).className).toContain(
      'button-danger',
    );
    expect(within(question).queryByRole('button', { name: 'Avbryt' })).toBeNull();
    await userEvent.click(within(question).getByRole('button', { name: 'Fortsätt redigera' }));
    expect(control('price').value).toBe('900');
    await press('Avbryt');
    await press('Stäng utan att spara');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
