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
