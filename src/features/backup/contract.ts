import * as v from 'valibot';

/** Backups of other versions are rejected. */
export const BACKUP_VERSION = 1;

export const COLLECTION_NAMES: Record<string, string> = {
  admins: 'Administratörer',
  admin_passkeys: 'Administratörers passkeys',
  admin_recovery_codes: 'Administratörers återställningskoder',
  series: 'Loppserier',
  series_keys: 'Namn på loppserier',
  events: 'Evenemang',
  organisers: 'Arrangörer',
  event_batches: 'Importer och större ändringar',
  event_revisions: 'Ändringar av evenemang',
  event_proposals: 'Förslag från arrangörer',
  page_views: 'Visningar av lopp',
  distinct_events: 'Lopp som inte är samma',
  sources: 'Källor',
  source_items: 'Lopp i källor',
  source_changes: 'Ändringar från källor',
  link_checks: 'Kontrollerade länkar',
  race_addresses: 'Adresser till lopp',
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
  deal_steps: 'Steg i affärer',
  member_blocks: 'Blockeringar',
  notices: 'Anmälda annonser',
  statements: 'Beslut och invändningar',
  watchers: 'Adresser som bevakar',
  merged_watchers: 'Äldre länkar till bevakningar',
  watches: 'Bevakningar',
  mail_stops: 'Adresser som inte vill ha mejl',
  announcement_numbers: 'Ordernummer',
  uploads: 'Uppladdade filer',
};

export const collectionName = (name: string): string =>
  Object.hasOwn(COLLECTION_NAMES, name) ? (COLLECTION_NAMES[name] ?? name) : name;

export const ADMINS_UNCHANGED = 'Administratörskonton ändras inte vid import i portalen.';
export const ADMINS_NOT_INCLUDED = 'Filen har inga administratörskonton. De som finns är kvar.';

/** A success has a message if the import does not replace this collection. */
export const CollectionResult = v.variant('status', [
  v.object({ status: v.literal('success'), count: v.number(), message: v.optional(v.string()) }),
  v.object({ status: v.literal('error'), message: v.string() }),
]);
export type CollectionResult = v.InferOutput<typeof CollectionResult>;

/** Lists each collection of the document and each one that is missing in it. */
export const BackupImportResult = v.object({ collections: v.record(v.string(), CollectionResult) });
export type BackupImportResult = v.InferOutput<typeof BackupImportResult>;
