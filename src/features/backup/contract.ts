/** Of the documents that are written; one of another version is not taken. */
export const BACKUP_VERSION = 1;

/** What became of a collection: how many records it has now, or why it stayed as it was (D19). */
export type CollectionResult = { status: 'success'; count: number } | { status: 'error'; message: string };

/** The answer of an import (section 7): of each collection, those of the document and those it lacks. */
export type ImportAnswer = { collections: Record<string, CollectionResult> };
