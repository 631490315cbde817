// What the watches of the model match. It uses none of the product's rules.

export type Race = {
  id: string;
  /** The last word of its name. */
  number: number;
  /** Lower-case words of the name. */
  words: string[];
  date: string;
  sport: string;
  landskap: string;
  latitude: number;
  longitude: number;
  status: 'scheduled' | 'cancelled' | 'postponed';
  opens: string | null;
  closes: string | null;
  hasUrl: boolean;
  isSoldOut: boolean;
  seriesId: string | null;
};

export type Ad = {
  id: string;
  number: string;
  type: 'sale' | 'wanted';
  owner: string;
  eventId: string;
  distance: string;
  price: number;
  renewedAt: number;
  isReserved: boolean;
  isCompleted: boolean;
  isPaused: boolean;
  isDeleted: boolean;
};

export type Selection = Partial<{
  sport: string;
  landskap: string;
  word: string;
  near: { latitude: number; longitude: number; km: number };
  from: string;
  to: string;
  isOpen: boolean;
}>;

export type Watch = {
  id: string;
  kind: 'search' | 'event' | 'series' | 'market_sale' | 'market_wanted';
  selection?: Selection;
  eventId?: string;
  seriesId?: string;
  distance?: string;
  minPrice?: number;
  maxPrice?: number;
  cadence: 'direct' | 'daily' | 'weekly';
};

export function registrationOf(race: Race, today: string): string {
  if (race.date < today || race.status === 'cancelled') return 'closed';
  if (race.opens && today < race.opens) return 'not_open';
  if (race.closes && today > race.closes) return 'closed';
  if (race.isSoldOut) return 'sold_out';
  return race.opens || race.closes || race.hasUrl ? 'open' : 'unknown';
}

export const stateOfRegistration = (race: Race, today: string): string =>
  [registrationOf(race, today), race.opens, race.closes].join();

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function kilometres(a: { latitude: number; longitude: number }, b: typeof a): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const chord = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(a.longitude - b.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}

export function matchesSelection({ selection }: Watch, race: Race, today: string): boolean {
  if (!selection || race.date < today) return false;
  const { sport, landskap, word, near, from, to, isOpen } = selection;
  return (
    (!sport || race.sport === sport) &&
    (!landskap || race.landskap === landskap) &&
    (!word || race.words.includes(word)) &&
    (!near || kilometres(near, race) <= near.km) &&
    (!from || race.date >= from) &&
    (!to || race.date <= to) &&
    (!isOpen || registrationOf(race, today) === 'open')
  );
}

export const sameDistance = (a: string, b: string) => a.replaceAll(' ', '') === b.replaceAll(' ', '');

export function matchesAd(watch: Watch, ad: Ad, race: Race): boolean {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, distance = ad.distance } = watch;
  return (
    watch.kind === `market_${ad.type}` &&
    (watch.eventId ? watch.eventId === ad.eventId : watch.seriesId === race.seriesId) &&
    sameDistance(distance, ad.distance) &&
    minPrice <= ad.price &&
    ad.price <= maxPrice
  );
}
