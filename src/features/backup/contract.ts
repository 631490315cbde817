import * as v from 'valibot';

/** The version of the backups that are written. Backups of other versions are rejected. */
export const BACKUP_VERSION = 1;

/** The Swedish names of the collections. */
export const COLLECTION_NAMES: Record<string, string> = {
  admins: 'Administratörer',
  events: 'Evenemang',
  event_submissions: 'Förfrågningar',
  banners: 'Banners',
  contact_info: 'Kontaktinformation',
  contact_messages: 'Kontaktmeddelanden',
  marketplace_settings: 'Inställningar',
  marketplace_users: 'Användare',
  marketplace_usernames: 'Användarnamn',
  announcements: 'Annonser',
  conversations: 'Konversationer',
  messages: 'Meddelanden i konversationer',
  reports: 'Rapporter',
  announcement_numbers: 'Ordernummer',
  uploads: 'Uppladdade filer',
};

export const collectionName = (name: string): string =>
  Object.hasOwn(COLLECTION_NAMES, name) ? (COLLECTION_NAMES[name] ?? name) : name;

/** Reported for the admin accounts, which an import through the portal does not change. */
export const ADMINS_UNCHANGED = 'Administratörskonton ändras inte vid import i portalen.';

/**
 * What the import did with a collection: how many records it has now, or why it was left unchanged. A success has a
 * message if the import does not replace this collection.
 */
export const CollectionResult = v.variant('status', [
  v.object({ status: v.literal('success'), count: v.number(), message: v.optional(v.string()) }),
  v.object({ status: v.literal('error'), message: v.string() }),
]);
export type CollectionResult = v.InferOutput<typeof CollectionResult>;

/** The result of an import, for each collection of the document and each one that is missing in it. */
export const BackupImportResult = v.object({ collections: v.record(v.string(), CollectionResult) });
export type BackupImportResult = v.InferOutput<typeof BackupImportResult>;
