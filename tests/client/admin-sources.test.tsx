import { beforeEach, expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SourcesAdmin from '#client/features/sources/sources-admin.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { Source, SourceChange } from '#src/features/sources/contract.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const SOURCE: Source = {
  id: 's',
  name: 'Förbundet',
  url: 'https://forbundet.se/lopp.ics',
  trusted: false,
  defaults: { sport_type: null, distances: null, landskap: null },
  created_at: '2027-01-01T08:00:00.000Z',
  fetched_at: '2027-01-15T08:00:00.000Z',
  succeeded_at: '2027-01-14T08:00:00.000Z',
  error: null,
  error_text: null,
  next_fetch_at: '2027-03-02T12:00:00.000Z',
  report: null,
  item_count: 12,
  waiting_count: 0,
  vanished: [],
  version: 3,
};
const CHANGE: SourceChange = {
  id: 'c',
  source_id: 's',
  source_name: 'Förbundet',
  event_id: 'e',
  event_name: 'Loppet',
  event_date: '2027-05-22',
  url: '/lopp/loppet/2027',
  before: { event_date: '2027-05-22', ort: null, status: 'scheduled', distances: ['10 km'] },
  after: { event_date: '2027-05-29', ort: 'Mora', status: 'cancelled', distances: ['5 km', '10 km'] },
  found_at: '2027-01-15T08:00:00.000Z',
};
const open = (sources: Source[] | AppError, changes: SourceChange[] = [], answers = {}) =>
  show(<SourcesAdmin />, {
    answers: { 'admin.sources.list': sources, 'admin.sources.changes': changes, ...answers },
  });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('shows what was and what will be, field by field', async () => {
  open([SOURCE], [CHANGE]);
  const change = await screen.findByRole('article', { name: 'Loppet' });
  const rows = [...change.querySelectorAll('dl > div')].map((row) => row.textContent);
  expect(rows).toEqual([
    'DatumVar: 22 maj 2027 → Blir: 29 maj 2027',
    'DistanserVar: 10 km → Blir: 5 km, 10 km',
    'OrtVar: tomt → Blir: Mora',
    'LägeVar: Som planerat → Blir: Inställt',
  ]);
});

test('says why a source could not be fetched, and what it no longer has', async () => {
  const vanished = [
    { event_id: 'e', event_name: 'Milen', event_date: '2027-06-12', vanished_at: '2027-01-15T08:00:00.000Z' },
  ];
  open([{ ...SOURCE, error: 'source.tls', vanished }]);
  const source = await screen.findByRole('article', { name: 'Förbundet' });
  within(source).getByText(detailOf('source.tls'));
  within(source).getByText('1 evenemang finns inte längre hos källan');
  within(source).getByText('Milen');
  await screen.findByText('Inget väntar.');
});

test('never calls an attempt that failed a fetch', async () => {
  const failed = { ...SOURCE, error: 'source.tls' };
  open([failed, { ...failed, id: 't', name: 'Den nya', succeeded_at: null }]);
  const source = await screen.findByRole('article', { name: 'Förbundet' });
  within(source).getByText(/^Hämtad 14 jan\. 09:00 · Senaste försöket 15 jan\. 09:00 · /);
  const neverFetched = screen.getByRole('article', { name: 'Den nya' });
  within(neverFetched).getByText(/^Senaste försöket 15 jan\. 09:00 · /);
});

test('keeps what was left out on the card of the source, and when it is fetched again', async () => {
  const report = {
    ...{ found: 40, error_count: 25, ignored_count: 3, warnings: ['Rad 9: samma id.'] },
    errors: ['Rad 17: Milen: datumet "20270230" i DTSTART finns inte.'],
    ignored: [
      { line: 4, name: 'Boka', reason: 'det är en uppgift' },
      { row: 7, reason: 'tom' },
      { row: 8, item: 8, reason: 'dubbel' },
    ],
  };
  open([{ ...SOURCE, error: 'source.unusable', error_text: 'Inget går att läsa.', report }]);
  const source = await screen.findByRole('article', { name: 'Förbundet' });
  within(source).getByText('Inget går att läsa.');
  within(source).getByText(/^Nytt försök 2 mars/);
  within(source).getByText('25 evenemang gick inte att läsa');
  within(source).getByText('Rad 17: Milen: datumet "20270230" i DTSTART finns inte.');
  within(source).getByText('Och 24 till.');
  within(source).getByText('3 poster är inte med');
  within(source).getByText('Rad 4, Boka: det är en uppgift');
  within(source).getByText('Rad 7: tom');
  within(source).getByText('Post 8: dubbel');
  within(source).getByText('1 sak att rätta');
  await screen.findByText('Inget väntar.');
});

test('explains what a source is while there are none, and offers to try again after a failure', async () => {
  open([]);
  await screen.findByText('Inga källor');
});

test('offers to try again if the sources cannot be fetched', async () => {
  open(new AppError('server.failed'));
  await screen.findByRole('heading', { name: 'Kunde inte hämta källor' });
  button('Försök igen');
});

test('keeps what was typed when the address is taken', async () => {
  open([], [], { 'admin.sources.create': new AppError('source.exists') });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till källa' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Spara' }));
  dialog.getByText('Ange både namn och adress.');
  await userEvent.type(dialog.getByLabelText(/Namn/), 'Förbundet');
  await userEvent.type(dialog.getByLabelText(/Adress/), 'forbundet.se/lopp.ics');
  await userEvent.click(dialog.getByRole('button', { name: 'Spara' }));
  await dialog.findByText(detailOf('source.exists'));
  expect(dialog.getByLabelText<HTMLInputElement>(/Adress/).value).toBe('forbundet.se/lopp.ics');
});

test('sends the version that was opened, and the defaults', async () => {
  const inputs: unknown[] = [];
  open([SOURCE], [], { 'admin.sources.update': (input: unknown) => inputs.push(input) && SOURCE });
  await userEvent.click(await screen.findByRole('button', { name: 'Redigera' }));
  await userEvent.selectOptions(screen.getByLabelText(/Sport/), 'OCR');
  await userEvent.click(screen.getByLabelText(/Betrodd/));
  await userEvent.click(button('Spara'));
  await toastSaying('Källan är sparad.');
  expect(inputs).toEqual([
    {
      id: 's',
      version: 3,
      name: 'Förbundet',
      url: SOURCE.url,
      trusted: true,
      defaults: { sport_type: 'OCR', distances: '', landskap: '' },
    },
  ]);
});

test('says what a fetch found, and what could not be read', async () => {
  const result = {
    is_modified: true,
    found: 5,
    added: 1,
    changed: 2,
    unchanged: 0,
    vanished: 0,
    accepted: 0,
    waiting: 3,
    ignored: [{ line: 9, reason: 'det är en uppgift' }],
    errors: ['Rad 4: datumet går inte att läsa.'],
    warnings: [],
  };
  open([SOURCE], [], { 'admin.sources.fetch': result });
  await userEvent.click(await screen.findByRole('button', { name: 'Hämta nu' }));
  await toastSaying(
    '1 nytt och 2 ändrade evenemang väntar på granskning. 1 post är inte med. 1 gick inte att läsa: Rad 4: datumet går inte att läsa.',
  );
});
