import { beforeEach, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AuditDialog } from '#client/features/audit/audit-dialog.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AuditEntry } from '#src/features/audit/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('vera'));

const ENTRY: AuditEntry = {
  id: 'a',
  created_at: '2027-01-14T23:30:00.000Z',
  admin: 'vera',
  action: 'event.update',
  record_id: 'b',
  record_name: 'Vasaloppet',
  details: null,
};
const LIST = 'admin.audit.list';
const ACTORS = 'admin.audit.actors';

function open(answers: Record<string, unknown> = {}) {
  const page = show(<AuditDialog onClose={() => {}} />, {
    answers: { [LIST]: [ENTRY], [ACTORS]: ['olle', 'vera'], ...answers },
  });
  const requests = () => page.calls.filter(({ procedure }) => procedure === LIST).map(({ input }) => input);
  return { ...page, requests };
}
const findRow = () => screen.findByRole('row', { name: /Vasaloppet/ });

test('the audit log shows the time in Stockholm, the admin, the action and the record', async () => {
  open();
  expect(
    within(await findRow())
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['15 jan. 2027 00:30', 'vera', 'Ändrade evenemang', 'Vasaloppet']);
});

test('the audit log shows the id of a record without a name, and nothing for an action without a record', async () => {
  open({
    [LIST]: [
      { ...ENTRY, record_name: null },
      { ...ENTRY, id: 'c', record_name: null, record_id: null },
    ],
  });
  const cells = (await screen.findAllByRole('row'))
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(cells).toEqual(['b', '']);
});

test('the audit log lists what an import changed, without unchanged collections', async () => {
  const unchangedCounts = { added: 0, replaced: 0, removed: 0 };
  const importEntry: AuditEntry = { ...ENTRY, action: 'backup.import', record_id: null, record_name: null };
  open({
    [LIST]: [
      {
        ...importEntry,
        details: {
          events: { added: 1200, replaced: 40, removed: 3 },
          messages: { added: 0, replaced: 1, removed: 0 },
          reports: unchangedCounts,
        },
      },
      { ...importEntry, id: 'c', details: { reports: unchangedCounts } },
    ],
  });
  const [changedRow, unchangedRow] = (await screen.findAllByRole('row')).slice(1);
  expect(
    within(changedRow as HTMLElement)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'Evenemang: 1\u00a0200 tillagda, 40 ersatta, 3 borttagna',
    'Meddelanden i konversationer: 1 ersatt',
  ]);
  expect(within(unchangedRow as HTMLElement).getByText('Inget ändrades')).toBeTruthy();
});

test('the audit log is filtered by admin and action', async () => {
  const { requests } = open();
  await findRow();
  fireEvent.change(screen.getByLabelText('Admin'), { target: { value: 'vera' } });
  fireEvent.change(screen.getByLabelText('Händelse'), { target: { value: 'event.update' } });
  await waitFor(() =>
    expect(requests().at(-1)).toMatchObject({ admin: 'vera', action: 'event.update', before: '' }),
  );
});

test('the audit log loads the next page from the last entry of a full page', async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ ...ENTRY, id: `id-${index}` }));
  const { requests, answers } = open({ [LIST]: page });
  const moreButton = await screen.findByRole('button', { name: 'Visa fler' });
  answers[LIST] = [{ ...ENTRY, id: 'last', record_name: 'Det första' }];
  fireEvent.click(moreButton);
  await screen.findByText('Det första');
  expect(requests().at(-1)).toMatchObject({ before: 'id-99' });
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull();
});

test('an empty audit log says so, and a filtered one without matches offers "Visa allt"', async () => {
  open({ [LIST]: [] });
  await screen.findByText('Loggen är tom');
  fireEvent.change(screen.getByLabelText('Admin'), { target: { value: 'vera' } });
  await screen.findByText('Inget i loggen');
  fireEvent.click(screen.getByRole('button', { name: 'Visa allt' }));
  await screen.findByText('Loggen är tom');
});

test('the audit log shows a toast when it cannot be fetched, then fetches entries and admin names again', async () => {
  const { answers } = open({
    [LIST]: new AppError('server.unavailable'),
    [ACTORS]: new AppError('server.unavailable'),
  });
  await toastSaying('Kunde inte hämta loggen');
  answers[LIST] = [ENTRY];
  answers[ACTORS] = ['olle', 'vera'];
  fireEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
  await findRow();
  await screen.findByRole('option', { name: 'olle' });
});
