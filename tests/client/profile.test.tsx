import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { currentSession, forgetSession } from '#client/platform/session/member.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { asMember, freshPage, place, toastSaying } from '#tests/support/client.tsx';
import { control, describedBy } from '#tests/support/form.ts';
import {
  ANNA,
  DELETE,
  findAd,
  open,
  PROFILE,
  press,
  retype,
  SAVE,
  UPDATE,
} from '#tests/support/profile-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

asMember(ANNA);

const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
describe('access to the profile', () => {
  test('redirects a visitor to the login with "Du måste vara inloggad"', async () => {
    localStorage.clear();
    open();
    await toastSaying('Du måste vara inloggad');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  });

  test('redirects to the login with "Kunde inte hämta profil" when the fetch fails', async () => {
    open({ answers: { [PROFILE]: new AppError('server.unavailable') } });
    await toastSaying('Kunde inte hämta profil');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(document.querySelectorAll('[data-sonner-toast][data-removed="false"]')).toHaveLength(1);
  });

  test('redirects to the login without a toast when the token is rejected', async () => {
    open({ answers: { [PROFILE]: new AppError('request.unauthorized') } });
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(localStorage.getItem('marketplace_token')).toBeNull();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });

  test('redirects to the login without a toast when the session expired before the page rendered', async () => {
    history.replaceState(null, '', '/marketplace/profile');
    forgetSession();
    open();
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    await act(() => Bun.sleep(100));
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });
});

describe('the personal data on the profile', () => {
  test('show name, contact data, verification, account id and dates in Stockholm time', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Anna Andersson' })).toBeTruthy();
    expect(facts()).toEqual({
      'E-post': 'anna@example.se',
      Användarnamn: 'anna.andersson',
      Telefon: '070-123 45 67',
      'Medlem sedan': '4 mars 2025',
      'Senaste inloggning': '20 november 2026 21:02',
    });
    expect(screen.getByText('Konto-id').closest('details')?.textContent).toBe(`Konto-id${ANNA.id}`);
    expect(screen.getByText('Verifierad')).toBeTruthy();
  });

  test('show "Ej angivet" without a phone number, and no "Verifierad" when unverified', async () => {
    open({ account: { phone_number: null, is_verified: false } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    expect(facts().Telefon).toBe('Ej angivet');
    expect(screen.queryByText('Verifierad')).toBeNull();
  });

  async function openForm() {
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
  }

  test('are edited with a read-only e-mail address and a required name', async () => {
    const { sent } = open();
    await openForm();
    expect(document.activeElement).toBe(control('full_name'));
    expect(control('email').readOnly).toBe(true);
    expect(describedBy('email')).toBe('E-postadress kan inte ändras');
    await retype('full_name', '   ');
    await press('Spara');
    expect(describedBy('full_name')).toBe('Namn måste anges');
    expect(document.activeElement).toBe(control('full_name'));
    expect(sent(SAVE)).toEqual([]);
  });

  test('show a toast and the new name after a save, update the stored user and restore focus', async () => {
    const savedAccount = { ...ANNA, full_name: 'Anna Ek', phone_number: null };
    const { sent } = open({ answers: { [SAVE]: savedAccount } });
    await openForm();
    await retype('full_name', ' Anna Ek ');
    await retype('phone_number', ' ');
    await press('Spara');
    await toastSaying('Profil uppdaterad');
    expect(sent(SAVE)).toEqual([{ full_name: ' Anna Ek ', phone_number: ' ' }]);
    expect(screen.getByRole('heading', { name: 'Anna Ek' })).toBeTruthy();
    expect(facts().Telefon).toBe('Ej angivet');
    expect(currentSession()).toEqual({ token: 'token', user: savedAccount });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Redigera profil' }));
  });

  test('keep the form open when it was reopened before an earlier save succeeds', async () => {
    const response = Promise.withResolvers();
    open({ answers: { [SAVE]: () => response.promise } });
    await openForm();
    await press('Spara');
    await press('Avbryt');
    await press('Redigera profil');
    await retype('phone_number', '08-1');
    response.resolve({ ...ANNA, full_name: 'Anna Ek' });
    await toastSaying('Profil uppdaterad');
    expect(control('phone_number').value).toBe('08-1');
  });

  test('show a reserved name as an error at its field', async () => {
    open({
      answers: {
        [SAVE]: new AppError('account.name_reserved'),
      },
    });
    await openForm();
    await retype('full_name', 'Springtime');
    await press('Spara');
    await screen.findByText(detailOf('account.name_reserved'));
    expect(describedBy('full_name')).toStartWith(detailOf('account.name_reserved'));
    expect(document.activeElement).toBe(control('full_name'));
  });

  test('show "Kunde inte uppdatera profil" and keep the input when the save fails', async () => {
    open({ answers: { [SAVE]: new AppError('server.unavailable') } });
    await openForm();
    await retype('full_name', 'Anna Ek');
    await press('Spara');
    await toastSaying('Kunde inte uppdatera profil');
    expect(control('full_name').value).toBe('Anna Ek');
    await press('Avbryt');
    expect(screen.getByRole('heading', { name: 'Anna Andersson' })).toBeTruthy();
  });
});

describe('a save with an unknown outcome (server.uncertain)', () => {
  const UNCERTAIN_TEXT =
    'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.';
  const uncertainError = new AppError('server.uncertain');

  test('shows only that the outcome is unknown for the profile', async () => {
    open({ answers: { [SAVE]: uncertainError } });
    await screen.findByRole('heading', { name: 'Anna Andersson' });
    await press('Redigera profil');
    await press('Spara');
    await toastSaying(UNCERTAIN_TEXT);
    expect(screen.queryAllByText('Kunde inte uppdatera profil').length).toBe(0);
  });

  test('shows only that the outcome is unknown for the edit and deletion of an ad', async () => {
    open({ answers: { [UPDATE]: uncertainError, [DELETE]: uncertainError } });
    await userEvent.click((await findAd()).getByRole('button', { name: /^Redigera/ }));
    await press('Spara');
    await toastSaying(UNCERTAIN_TEXT);
    await press('Avbryt');
    await userEvent.click((await findAd()).getByRole('button', { name: /^Ta bort/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0));
    await toastSaying(UNCERTAIN_TEXT);
    expect(screen.queryAllByText(/^Kunde inte (uppdatera|ta bort) annons$/).length).toBe(0);
  });
});
