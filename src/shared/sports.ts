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

const BY_NAME = new Map<string, Sport>(SPORTS.map((sport) => [sport.toLowerCase(), sport]));

export function sportNamed(name: string): Sport | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}
