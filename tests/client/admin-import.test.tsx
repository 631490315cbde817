import { expect, test } from 'bun:test';
import { fireEvent, screen } from '@testing-library/react';
import { ImportDialog } from '#client/features/imports/import-dialog.tsx';
import type { ImportPreview } from '#src/features/imports/contract.ts';
import { detailOf } from '#src/shared/errors.ts';
import { show } from '#tests/support/client.tsx';
import { fakeUploads } from '#tests/support/fake-uploads.ts';

const PREVIEW: ImportPreview = {
  imported_count: 1,
  updated_count: 0,
  existing_count: 0,
  total_rows: 1,
  errors: [],
  warnings: [],
  ignored_columns: [],
  ignored_sheets: [],
  found: 1,
  ignored: [],
  as_previewed: null,
  import_id: null,
  rows: [],
  omitted_rows: 0,
  preview: 'p',
};

let uploadResponses: [status: number, body: object][] = [];
fakeUploads(() => uploadResponses.shift() ?? [500, {}]);

test('the import of events shows the error of a rejected file in the dialog only, until the next file', async () => {
  uploadResponses = [
    [400, { code: 'import.columns' }],
    [200, PREVIEW],
  ];
  show(<ImportDialog onDone={() => {}} onClose={() => {}} />);
  const chooseFile = (name: string) =>
    fireEvent.change(document.querySelector('input[name=file]') as HTMLInputElement, {
      target: { files: [new File(['a'], name)] },
    });
  chooseFile('bad.csv');
  await screen.findByText(detailOf('import.columns'));
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  chooseFile('good.csv');
  await screen.findByRole('button', { name: 'Importera 1 evenemang' });
  expect(screen.queryByText(detailOf('import.columns'))).toBeNull();
});

test('the import of events names the sheets that it does not read, also those before the one that it reads', async () => {
  uploadResponses = [[200, { ...PREVIEW, ignored_sheets: ['Info', 'Övrigt'] }]];
  show(<ImportDialog onDone={() => {}} onClose={() => {}} />);
  fireEvent.change(document.querySelector('input[name=file]') as HTMLInputElement, {
    target: { files: [new File(['a'], 'lopp.xlsx')] },
  });
  await screen.findByText('Bara ett blad läses, inte: Info, Övrigt.');
});
