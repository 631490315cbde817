import { beforeEach, expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LinksAdmin from '#client/features/links/links-admin.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminLink } from '#src/features/links/contract.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const linkOf = (part: Partial<AdminLink> = {}): AdminLink => ({
  id: '01900000-0000-7000-8000-000000000000',
  url: 'https://lopp.se/2019',
  status: 'dead',
  reason: 'http',
  http_status: 404,
  since: '2027-01-05T08:00:00.000Z',
  tries: 3,
  checked_at: '2027-01-14T08:00:00.000Z',
  event_count: 30,
  events: [{ id: 'e', event_name: 'Loppet', event_date: '2027-05-22', fields: ['race_link', 'result_link'] }],
  ...part,
});
const UNKNOWN = linkOf({
  id: '01900000-0000-7000-8000-000000000001',
  url: 'https://stangt.se/',
  status: 'unknown',
  http_status: 403,
  since: null,
  tries: 0,
});
const open = (links: AdminLink[] | AppError, answers = {}) =>
  show(<LinksAdmin />, { answers: { 'admin.links.list': links, ...answers } });
const openReplace = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Ersätt|^Åtgärder/ }));
  const item = screen.queryByRole('menuitem', { name: 'Ersätt' });
  if (item) await userEvent.click(item);
  return within(screen.getByRole('dialog', { name: 'Ersätt länken' }));
};

test('lists what does not work with its reason and its events, and unknown links by themselves', async () => {
  open([linkOf(), UNKNOWN]);
  await screen.findByText('Sidan finns inte (404).');
  screen.getByText('3 försök sedan 5 jan. 2027');
  screen.getByText('22 maj 2027: länk till loppet, länk till resultat', { exact: false });
  screen.getByText('och 29 till');
  expect(screen.queryByText('Släpper inte in kontrollen (403).')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Okända' }));
  await screen.findByText('Släpper inte in kontrollen (403).');
  expect(screen.queryByText('Sidan finns inte (404).')).toBeNull();
});

test('says that all links work', async () => {
  open([]);
  await screen.findByText('Inga trasiga länkar');
});

test('offers to try again if the links cannot be fetched', async () => {
  open(new AppError('server.failed'));
  await screen.findByRole('heading', { name: 'Kunde inte hämta länkar' });
  screen.getByRole('button', { name: 'Försök igen' });
});

test('checks an address before it is sent, and keeps it when it cannot be stored', async () => {
  open([linkOf()], { 'admin.links.replace': new AppError('link.not_found') });
  const dialog = await openReplace();
  const input = dialog.getByLabelText<HTMLInputElement>(/Ny adress/);
  await userEvent.clear(input);
  await userEvent.type(input, 'inte en adress');
  await userEvent.click(dialog.getByRole('button', { name: 'Ersätt' }));
  dialog.getByText(detailOf('request.url'));
  await userEvent.clear(input);
  await userEvent.type(input, 'lopp.se/nytt');
  await userEvent.click(dialog.getByRole('button', { name: 'Ersätt' }));
  await dialog.findByText(detailOf('link.not_found'));
  expect(input.value).toBe('lopp.se/nytt');
});

test('says how many links were checked, and how many remain', async () => {
  const result = { checked: 40, ok: 1, unknown: 0, failing: 9, dead: 30, remaining: 1 };
  open([linkOf()], { 'admin.links.check': result });
  await userEvent.click(await screen.findByRole('button', { name: 'Kontrollera nu' }));
  await toastSaying('40 länkar kontrollerade, 1 fungerar. 1 länk kontrolleras i bakgrunden.');
});
