/** The sports of section 3, in the order the spec lists them. */
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

/** The sports a visitor may filter on and propose: all but the one for admins and imports (D17). */
export const PUBLIC_SPORTS = SPORTS.filter((sport) => sport !== 'Löpning - tidslopp');

const BY_NAME = new Map<string, Sport>(SPORTS.map((sport) => [sport.toLowerCase(), sport]));

/** The sport of that name, whatever its case; undefined when there is none (D17). */
export function sportNamed(name: string): Sport | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}
