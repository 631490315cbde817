/** In the order in which forms list them. */
export const SPORTS = [
  'Cykel landsväg',
  'Cykel MTB',
  'Löpning',
  'Löpning trail',
  'Löpning - tidslopp',
  'Multisport',
  'OCR',
  'Rullskidor',
  'Simning',
  'Längdskidor',
  'Swimrun',
  'Triathlon',
] as const;

export type Sport = (typeof SPORTS)[number];

/** The remaining sport is for admins and imports. */
export const PUBLIC_SPORTS = SPORTS.filter((sport) => sport !== 'Löpning - tidslopp');

/** Upper and lower case, and composed and decomposed letters, are equal. */
const keyOf = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** No name is longer: normalizing a hostile text takes long. */
const NAME_MAX = 60;

const BY_NAME = new Map<string, Sport>(SPORTS.map((sport) => [keyOf(sport), sport]));

export function sportNamed(name: string): Sport | undefined {
  return name.length > NAME_MAX ? undefined : BY_NAME.get(keyOf(name));
}
