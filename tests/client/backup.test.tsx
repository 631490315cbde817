import { expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ImportDialog } from '#client/features/backup/import-dialog.tsx';
import { ImportResult } from '#client/features/backup/import-result.tsx';
import { formatSize } from '#client/features/backup/sizes.ts';
import { BACKUP_COLLECTION_NAMES } from '#src/features/backup/collections/groups.ts';
import { ADMINS_UNCHANGED, COLLECTION_NAMES, collectionName } from '#src/features/backup/contract.ts';
import { detailOf } from '#src/shared/errors.ts';
import { show, toastSaying } from '#tests/support/client.tsx';
import { fakeUploads } from '#tests/support/fake-uploads.ts';

const uploads = fakeUploads();

test('every collection of a backup has a Swedish name, and sizes are shown in kB or MB', () => {
  expect(Object.keys(COLLECTION_NAMES).sort()).toEqual([...BACKUP_COLLECTION_NAMES].sort());
  expect(collectionName('constructor')).toBe('constructor');
  expect(formatSize(12_345_678)).toBe('12,3 MB');
  expect([0, 1, 999, 1000, 99_949, 100_000].map(formatSize)).toEqual([
    '0 kB',
    '1 kB',
    '1 kB',
    '1 kB',
    '100 kB',
    '0,1 MB',
  ]);
});

test('the backup import sends nothing without a JSON file and a ticked confirmation', () => {
  const { calls } = show(<ImportDialog onClose={() => {}} />);
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Importera backup' }));
  send();
  expect(screen.getByText('Välj en backup-fil först')).toBeTruthy();
  expect(screen.getByText('Bekräfta att all data ersätts')).toBeTruthy();
  const input = document.querySelector('input[name=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['a'], 'lopp.csv')] } });
  send();
  expect(
    screen.getByText(
      'lopp.csv är en lista med evenemang, ingen backup. Läs in den med Importera från fil på fliken Evenemang.',
    ),
  ).toBeTruthy();
  fireEvent.change(input, { target: { files: [new File(['a'], 'backup.zip')] } });
  expect(screen.getByText('Filen är ingen JSON-fil. Välj en backup-fil först')).toBeTruthy();
  fireEvent.change(input, { target: { files: [new File(['{}'], 'b.json')] } });
  expect(screen.queryByText(/Välj en backup-fil först/)).toBeNull();
  send();
  expect(screen.queryByText(/Laddar upp/)).toBeNull();
  expect(calls).toEqual([]);
});

test.each([
  [400, 'backup.unreadable', 'Kunde inte importera backup'],
  // The import may have been committed, so the toast must not say that it failed.
  [503, 'server.uncertain', detailOf('server.uncertain')],
] as const)(
  'the backup import shows a toast and the error message of the server when it fails with %d %s',
  async (status, code, toast) => {
    show(<ImportDialog onClose={() => {}} />);
    const input = () => document.querySelector('input[name=file]') as HTMLInputElement;
    fireEvent.change(input(), { target: { files: [new File(['{'], 'b.json')] } });
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'Importera backup' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.respond(status, { code });
    await toastSaying(toast);
    expect(screen.getByRole('alert').textContent).toBe(detailOf(code));
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);

    fireEvent.change(input(), { target: { files: [new File(['{}'], 'c.json')] } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByText('Bekräfta att all data ersätts')).toBeNull();

    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'Importera backup' }));
    const toasts = () => document.querySelectorAll('[data-sonner-toast]');
    await waitFor(() => expect(toasts()).toHaveLength(0), { timeout: 1500 });
  },
);

test('the import result lists failed collections first with the reason, and shows an unknown collection by its name', () => {
  show(
    <ImportResult
      collections={{
        events: { status: 'success', count: 5000 },
        loans: { status: 'error', message: 'Okänd samling.' },
      }}
    />,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('loansOkänd samling.');
  expect(second?.textContent).toBe('Evenemang5\u00a0000');
});

test('the import result says that the admin accounts are unchanged', () => {
  show(<ImportResult collections={{ admins: { status: 'success', count: 2, message: ADMINS_UNCHANGED } }} />);
  expect(screen.getByRole('status').textContent).toContain('utom administratörskontona');
  expect(screen.getByRole('listitem').textContent).toBe(`Administratörer2${ADMINS_UNCHANGED}`);
});
