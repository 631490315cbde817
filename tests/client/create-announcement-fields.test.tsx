import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { GET } from '#tests/support/calendar-answers.ts';
import { adOf, asMember, freshPage } from '#tests/support/client.tsx';
import {
  chooseEvent,
  EVENTS,
  errors,
  expectCreated,
  findSearchField,
  id,
  open,
  send,
  USER,
} from '#tests/support/create-ad-page.tsx';
import { eventOf } from '#tests/support/events.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

asMember(USER);

describe('the validation of a new ad', () => {
  test('shows all errors, focuses the first invalid field, and sends nothing until all fields are valid', async () => {
    const { sent } = open();
    await findSearchField();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
    await send();
    expect(errors()).toEqual([
      'Välj ett evenemang',
      'Välj distans',
      'Ange ett giltigt pris',
      'Ange kostnad för namnbyte',
    ]);
    const expectError = async (name: string, errorText: string) => {
      await send();
      expect(errors()[0]).toBe(errorText);
      expect(describedBy(name)).toContain(errorText);
      expect(document.activeElement).toBe(control(name));
      expect(control(name).getAttribute('aria-invalid')).toBe('true');
    };
    await expectError('event_id', 'Välj ett evenemang');
    await chooseEvent('göteborg');
    expect(errors()).toEqual(['Ange ett giltigt pris', 'Ange kostnad för namnbyte']);
    await expectError('distance', 'Välj distans');
    await fill({ distance: '21,1 km' });
    for (const price of ['', '0', '-5', '12.5', '1000001']) {
      await userEvent.clear(control('price'));
      if (price) await userEvent.type(control('price'), price);
      await expectError('price', 'Ange ett giltigt pris');
    }
    await userEvent.clear(control('price'));
    await userEvent.type(control('price'), '1295');
    for (const fee of ['', '0', '-1', '0.5']) {
      await userEvent.clear(control('name_change_fee'));
      if (fee) await userEvent.type(control('name_change_fee'), fee);
      await expectError('name_change_fee', 'Ange kostnad för namnbyte');
    }
    expect(sent()).toEqual([]);
    await userEvent.clear(control('name_change_fee'));
    await fill({ name_change_fee: '200', description: 'Startgrupp 8.' });
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toEqual({
      announcement_type: 'sale',
      event_id: id(3),
      distance: '21,1 km',
      price: 1295,
      has_name_change_fee: true,
      name_change_fee: 200,
      description: 'Startgrupp 8.',
    });
  });

  test.each(['1295,50', '1295,5', '1,5', '1.295', '1295,000', '12e2', '1295 kr', '+5', '٣', ',00'])(
    'rejects a price of %p and keeps it as typed',
    async (price) => {
      const { sent } = open();
      await chooseEvent('vasa');
      await fill({ distance: '90 km', price });
      await send();
      expect(errors()).toEqual(['Ange ett giltigt pris']);
      expect(control('price').value).toBe(price);
      expect(sent()).toEqual([]);
    },
  );

  test.each(['1 295', '1295,00', '1295.00', ' 1\u00a0295 ', '1\u202f295,00', '01295'])(
    'reads a price of %p as 1295 and keeps it as typed',
    async (price) => {
      const { sent } = open();
      await chooseEvent('vasa');
      await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
      await fill({ distance: '90 km', price, name_change_fee: '2 00,00' });
      await send();
      await expectCreated();
      expect(control('price').value).toBe(price);
      expect(sent()[0]).toMatchObject({ price: 1295, name_change_fee: 200 });
    },
  );

  test('sends no fee when the fee box is unchecked, and sends the chosen type', async () => {
    const { sent } = open();
    await findSearchField();
    expect(document.querySelector('[name="name_change_fee"]')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Söker - Jag vill köpa en startplats' }));
    const fee = screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' });
    await userEvent.click(fee);
    await fill({ name_change_fee: '-7' });
    await userEvent.click(fee);
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '1' });
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      announcement_type: 'wanted',
      has_name_change_fee: false,
      name_change_fee: null,
      description: '',
    });
  });

  test('warns of more than 500 characters but sends them', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
    await fill({ description: 'Ring 070-123 45 67' });
    expect(describedBy('description')).toContain('Det ser ut som ett telefonnummer.');
    await userEvent.clear(control('description'));
    expect(describedBy('description')).toBe('Max 500 tecken0/500');
    await userEvent.click(control('description'));
    await userEvent.paste('å'.repeat(501));
    expect(describedBy('description')).toContain('501/500');
    expect(document.querySelector('.description-too-long')).toBeTruthy();
    await send();
    await expectCreated();
    expect(sent()).toHaveLength(1);
  });

  test('rejects a description of more than 5,000 characters at its field', async () => {
    const { sent } = open();
    await chooseEvent('vasa');
    await fill({ distance: '90 km', price: '100' });
    await userEvent.click(control('description'));
    await userEvent.paste('å'.repeat(5001));
    await send();
    expect(errors()).toEqual(['En text är för lång.']);
    expect(sent()).toEqual([]);
  });
});

describe('the transfer rules of the chosen race', () => {
  const PERIOD = { from: null, to: '2027-05-15', distances: [], fee: 250, where: null };
  const raceWith = (payer: 'buyer' | 'seller', part = {}) =>
    eventOf({
      id: id(4),
      event_name: 'Regelloppet',
      event_date: '2027-05-22',
      distances: '10 km',
      transfer_policy: 'allowed',
      transfer_periods: [{ ...PERIOD, payer }],
      ...part,
    });
  const feeField = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^Belopp/ });

  test('are shown, and their fee is filled in if the buyer pays it', async () => {
    open({ events: () => [raceWith('buyer', { ordinary_prices: [{ distance: '10 km', price: 595 }] })] });
    await chooseEvent('Regel');
    expect(await screen.findByText(/^Namnbyte till 15 maj/)).toBeTruthy();
    expect(screen.getByText(/^Ordinarie 595/)).toBeTruthy();
    expect(feeField()?.value).toBe('250');
  });

  test('have the ordinary and the usual price, which a price far above is compared with', async () => {
    const race = raceWith('buyer', { ordinary_prices: [{ distance: '10 km', price: 595 }] });
    const ad = adOf({ id: 'a', event_id: race.id, distance: '10 KM', median_price: 500 });
    open({ events: () => [race], ads: () => [ad] });
    await chooseEvent('Regel');
    await screen.findByText(/^Ordinarie 595.*Brukar gå för 500/);
    await fill({ price: '600' });
    expect(describedBy('price').replaceAll('\u00a0', ' ')).toStartWith('Säljs oftast för 500 kr.');
    await fill({ price: '0' });
    expect(describedBy('price').replaceAll('\u00a0', ' ')).toBe(
      '10,1 gånger ordinarie. Säljs oftast för 500 kr. SEK',
    );
  });

  test('do not replace a fee that was typed, and fill in none that the seller pays', async () => {
    open({ events: () => [raceWith('seller')] });
    await chooseEvent('Regel');
    await screen.findByText(/^Namnbyte till 15 maj/);
    expect(feeField()).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Kostnad för namnbyte tillkommer' }));
    await userEvent.type(feeField() as HTMLInputElement, '100');
    expect(feeField()?.value).toBe('100');
  });

  test('are under the fee, with a warning while another one is entered', async () => {
    const { sent } = open({ events: () => [raceWith('buyer')] });
    await chooseEvent('Regel');
    await screen.findByText(/^Namnbyte till 15 maj/);
    const hint = () => describedBy('name_change_fee').replaceAll('\u00a0', ' ');
    const warning = 'Du har skrivit ett annat belopp. Kontrollera det innan du lägger upp annonsen.';
    expect(hint()).toContain('Enligt arrangören: 250 SEK, betalas av köparen.');
    expect(hint()).not.toContain(warning);
    await userEvent.clear(feeField() as HTMLInputElement);
    await userEvent.type(feeField() as HTMLInputElement, '300');
    expect(hint()).toContain(warning);
    await fill({ price: '500' });
    await send();
    await expectCreated();
    expect(sent()).toMatchObject([{ name_change_fee: 300 }]);
  });

  test('end the form if the organizer forbids transfers, until another race is chosen', async () => {
    open({
      events: () => [
        raceWith('buyer', { transfer_policy: 'forbidden', transfer_checked_on: '2027-01-02' }),
        ...EVENTS,
      ],
    });
    await chooseEvent('Regel');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Arrangören tillåter inte överlåtelse. Därför går det inte att lägga upp en annons för loppet.' +
        'Enligt arrangören, kontrollerat 2 januari',
    );
    expect(screen.queryByRole('button', { name: 'Skapa annons' })).toBeNull();
    for (const name of ['distance', 'price', 'description'])
      expect(document.getElementsByName(name)).toHaveLength(0);
    const changeButton = screen.getByRole('button', { name: 'Ändra' });
    // A failed assertion on an element would print thousands of lines.
    await waitFor(() => expect(document.activeElement === changeButton).toBe(true));
    await userEvent.click(changeButton);
    await chooseEvent('vasa');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Skapa annons' })).toBeTruthy();
  });

  test('take no focus when they refuse the race of the link that opened the form', async () => {
    open({
      events: () => [raceWith('buyer', { transfer_policy: 'forbidden' })],
      path: `/marketplace/create?event=${id(4)}`,
    });
    await screen.findByRole('alert');
    expect(document.activeElement === document.body).toBe(true);
  });

  test('end the form at a distance whose last transfer period is over', async () => {
    const closed = { ...PERIOD, payer: null, to: '2027-01-10', distances: ['10 km'] };
    const { sent } = open({
      events: () => [raceWith('buyer', { distances: '10 km, 5 km', transfer_periods: [closed] })],
    });
    await chooseEvent('Regel');
    expect(screen.queryByRole('alert')).toBeNull();
    await fill({ distance: '10 km' });
    expect((await screen.findByRole('alert')).textContent).toStartWith(
      'Namnbytet är stängt. Därför går det inte att lägga upp en annons för distansen.',
    );
    expect(screen.queryByRole('button', { name: 'Skapa annons' })).toBeNull();
    fireEvent.submit(screen.getByRole('form'));
    await fill({ distance: '5 km' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(control('price')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  test('are fetched for the chosen race only', async () => {
    const { callsOf } = open({ events: () => [raceWith('buyer'), ...EVENTS] });
    await findSearchField();
    expect(callsOf(GET)).toEqual([]);
    await chooseEvent('Regel');
    await screen.findByText(/^Namnbyte till 15 maj/);
    expect(callsOf(GET).map(({ input }) => input)).toEqual([{ id: id(4) }]);
  });

  test.each([
    ['are being fetched', () => new Promise<never>(() => {})],
    ['cannot be fetched', () => Promise.reject(new AppError('request.invalid'))],
  ])('are left to the server while they %s', async (_, get) => {
    const { sent } = open({
      events: () => [raceWith('buyer', { transfer_policy: 'forbidden' })],
      get,
      create: () => {
        throw new AppError('announcement.transfer_forbidden');
      },
    });
    await chooseEvent('Regel');
    await fill({ distance: '10 km', price: '500' });
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('Arrangören tillåter inte överlåtelse.');
    expect(sent()).toHaveLength(1);
  });

  test('are not asked for a race that is cancelled', async () => {
    open({ events: () => [raceWith('buyer', { status: 'cancelled' })] });
    await chooseEvent('Regel');
    expect((await screen.findByRole('alert')).textContent).toStartWith('Loppet är inställt.');
  });
});
