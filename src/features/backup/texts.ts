import type { Examples, Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  CollectionResult: ['What an import did with a collection.'],
  BackupImportResult: ['The result of a backup import.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'admin.backup.export.version': 1,
  'admin.backup.export.collections': { events: [{ event_name: 'Exempelloppet', event_date: '2027-05-22' }] },
  'BackupImportResult.collections': {
    events: { status: 'success', count: 120 },
    banners: { status: 'error', message: 'En banner visar en fil som saknas.' },
  },
};
