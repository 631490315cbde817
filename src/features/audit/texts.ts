import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { AUDIT_ENTRY_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  AuditDetails: ['What a backup import changed by collection, or the events that were changed together.'],
  AuditEntry: ['An entry of the audit log.'],
  Changes: ['The number of changed records.'],
  CollectionChanges: ['What a backup import changed, by collection.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'AuditEntry.id': AUDIT_ENTRY_ID,
  'AuditEntry.details': null,
  'admin.audit.actors': ['anna', 'erik'],
};
