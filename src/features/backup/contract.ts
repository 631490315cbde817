/** Of the documents that are written; one of another version is not taken. */
export const BACKUP_VERSION = 1;

/** What people call the collections of a backup. */
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

/** The message of an import through the portal about the admin accounts, which it does not change (D19). */
export const ADMINS_UNCHANGED = 'Administratörskonton ändras inte vid import i portalen.';

/**
 * What became of a collection: how many records it has now, or why it stayed as it was (D19). A success has a message if
 * the import does not replace this collection.
 */
export type CollectionResult =
  | { status: 'success'; count: number; message?: string }
  | { status: 'error'; message: string };

/** The answer of an import (section 7): of each collection, those of the document and those it lacks. */
export type ImportAnswer = { collections: Record<string, CollectionResult> };
