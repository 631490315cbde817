import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { BATCH_ID, EVENT_ID, REVISION_ID, UPDATED_AT } from '#src/shared/example-values.ts';

export const texts: Texts = {
  // History
  changed_at: ['When the event was changed.', UPDATED_AT],
  actor_kind: ['Who changed it. `system` means scripts and the server itself.', 'admin'],
  actor: [
    'The user name of the admin, the address of the organiser or the name of the source; `null` for programs.',
    'anna',
  ],
  batch: ['The import or the bulk edit that it is a part of; `null` for a single change.'],
  'batch.name': ['The name of the file or source, or what a bulk edit did.', 'lopp.xlsx'],
  'Revision.before': ['The changed columns before. `null` for the creation.', { ort: 'Göteborg' }],
  'Revision.after': ['The changed columns after. All that were set for the creation.', { ort: 'Mölndal' }],
  revision_id: ['The id of the revision.', REVISION_ID],

  // Imports and bulk edits
  'Batch.kind': [
    'An `import` of a file, changes of a `source`, or a `bulk` edit of many events by an admin.',
    'import',
  ],
  'Batch.name': ['The name of the file or source, or what a bulk edit did.', 'lopp.xlsx'],
  made_by: ['The user name of the admin; `null` for scripts and trusted sources.', 'anna'],
  'Batch.added': ['The number of events that it added.', 120],
  changed: ['The number of events that it changed.', 3],
  'Batch.removed': ['The number of events that it deleted.', 0],
  undone_at: ['When it was undone; `null` if it was not.', null],
  undone_by: ['The user name of the admin who undid it; `null` for scripts.', null],
  can_undo: ['Whether it can be undone: once, and a bulk edit only for a day.', true],
  import_id: ['The id of the import, for undoing it. `null` if it stored nothing.', BATCH_ID],
  'UndoResult.removed': [
    'The events that were added and are removed again.',
    [{ id: EVENT_ID, event_name: 'Exempelloppet', event_date: '2027-05-22' }],
  ],
  restored: ['The events whose fields are restored, or that exist again.'],
  kept: ['The events that stay as they are.', []],
  'kept.reason': [
    'Why: it was `edited` since, or it was added and has `ads` or is `watched` by somebody.',
    'edited',
  ],
  ids: [
    'The ids of the events, at most 20,000. As one text with commas if there are more than 4,000.',
    [EVENT_ID],
  ],
  set: [
    'The new values. Fields that are left out stay. A stamp is removed by `banner_text: null`.',
    { status: 'cancelled' },
  ],
  'set.status': ['`postponed` means that the new date is not known.', 'cancelled'],
  delete: ['`true` to delete the events. Not together with `set`.'],
  'BulkEdit.dry_run': ['`true` to store nothing and return how many events would change.', false],
  'BatchUndo.dry_run': ['`true` to store nothing and return what would be done.', false],
  'BulkResult.id': ['The id of the change, for undoing it. `null` if nothing was stored.', BATCH_ID],
  'BulkResult.count': ['The number of events that change.', 40],
  event_ids: ['The ids of the changed events: the first 100.', [EVENT_ID]],
  Batch: ['Changes of many events that can be undone together.'],
  BulkResult: ['What a change of many events did.'],
  Revision: ['A change of an event.'],
  UndoResult: ['What undoing does with each event.'],
};

/** Examples where those of the fields do not fit. */

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  // Only one of `set` and `delete`.
  BulkEdit: { ids: [EVENT_ID], set: { status: 'cancelled' }, dry_run: false },
  'Revision.id': REVISION_ID,
  'batch.id': BATCH_ID,
  'Batch.id': BATCH_ID,
  'BatchUndo.id': BATCH_ID,
};
