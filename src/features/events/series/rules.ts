import { fold } from '#src/shared/text.ts';

/** A race over the years, such as Vasaloppet. Each of its events is an edition. */
export type Series = { id: string; name: string; slug: string };

export type NamedRace = { event_name: string; event_date: string; ort: string | null };

/** The name without the year of the event: `Vasaloppet 2027` is an edition of `Vasaloppet`. */
export function seriesNameOf({
  event_name,
  event_date,
}: Pick<NamedRace, 'event_name' | 'event_date'>): string {
  const year = event_date.slice(0, 4);
  const name = event_name
    .replace(new RegExp(`\\(${year}\\)|(?<!\\d)${year}(?!\\d)`, 'g'), '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,–-]+|[\s,–-]+$/g, '');
  return name || event_name.trim();
}

/** In UTF-16 code units: an index of PostgreSQL holds 2,700 bytes, and folding makes some letters eighteen. */
const KEY_MAX = 400;

/** Events with the same key are editions of one series. */
export const seriesKeyOf = (race: NamedRace): string =>
  `${fold(seriesNameOf(race))}|${fold(race.ort ?? '')}`.slice(0, KEY_MAX).toWellFormed().trim();

const SLUG_MAX = 80;
const LETTERS: Record<string, string> = { ø: 'o', æ: 'ae', ß: 'ss', đ: 'd', ł: 'l' };

/** `Göteborgsvarvet – halvmaraton` becomes `goteborgsvarvet-halvmaraton`. Never empty. */
export function slugOf(text: string): string {
  const plain = fold(text).replace(/[øæßđł]/g, (letter) => LETTERS[letter] ?? '');
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
  return slug || 'lopp';
}

/** A number or an id may follow the name. */
export const isSlug = (text: string): boolean =>
  text.length <= SLUG_MAX + 20 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

/** The last part of an edition's address: its year, then `2027-2` for the second of a year. */
export const isEdition = (text: string): boolean => /^\d{4}(-[1-9]\d{0,3})?$/.test(text);

/** Candidates for the slug of a new series. */
const SLUG_ATTEMPTS = 3;

const numbered = (text: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? text : `${text}-${index + 1}`));

/** The slugs that a new series may get, best first: its name, then with its town, then with a number. */
export function slugCandidates(race: NamedRace): string[] {
  const name = seriesNameOf(race);
  return [slugOf(name), ...numbered(slugOf(`${name} ${race.ort ?? ''}`), SLUG_ATTEMPTS)];
}

/** What a new edition is looked up by. Folding long names takes a while, so do it once for each. */
export type KeyedRace<Race extends NamedRace> = { race: Race; key: string; slugs: readonly string[] };

export const withKeys = <Race extends NamedRace>(race: Race): KeyedRace<Race> => ({
  race,
  key: seriesKeyOf(race),
  slugs: slugCandidates(race),
});

/** An address below `/lopp/` that is or was used: a slug, or a slug and an edition. */
export type Address = { path: string; series_id: string | null; event_id: string | null };

export type StoredSeries = {
  /** By {@link seriesKeyOf}. */
  byKey: ReadonlyMap<string, Pick<Series, 'id' | 'slug'>>;
  /** Those of all {@link slugCandidates} and of the series in `byKey`. */
  addresses: readonly Address[];
};

export type Edition = { id: string; series_id: string; edition: string };

/**
 * Finds or makes the series of each event, and gives the event an address of its own. The address of a deleted event is
 * used again. Returns the rows to store.
 */
export function planEditions<Race extends NamedRace & { id: string }>(
  races: readonly KeyedRace<Race>[],
  stored: StoredSeries,
) {
  const byKey = new Map(stored.byKey);
  const taken = new Map(stored.addresses.map((address) => [address.path, address]));
  const plan = {
    series: [] as (Series & { key: string })[],
    addresses: [] as Address[],
    editions: [] as (Race & Edition)[],
  };
  const addAddress = (address: Address) => {
    taken.set(address.path, address);
    plan.addresses.push(address);
  };

  function makeSeries({ race, key, slugs }: KeyedRace<Race>) {
    const id = Bun.randomUUIDv7();
    const slug = slugs.find((candidate) => !taken.has(candidate)) ?? `${slugs[0]}-${id.slice(-12)}`;
    const series = { id, key, name: seriesNameOf(race), slug };
    plan.series.push(series);
    byKey.set(key, series);
    addAddress({ path: slug, series_id: id, event_id: null });
    return series;
  }

  for (const keyed of races) {
    const { race, key } = keyed;
    const { id: series_id, slug } = byKey.get(key) ?? makeSeries(keyed);
    const edition = freeEdition(race, (text) => {
      const owner = taken.get(`${slug}/${text}`);
      return !owner?.event_id || owner.event_id === race.id;
    });
    addAddress({ path: `${slug}/${edition}`, series_id, event_id: race.id });
    plan.editions.push({ ...race, series_id, edition });
  }
  return plan;
}

/**
 * Gives events addresses below the slug of a series. An event keeps its edition unless another event has or had that
 * address. `addresses` are those below the slug.
 */
export function planMove(
  races: readonly { id: string; event_date: string; edition: string | null }[],
  { id: series_id, slug }: Pick<Series, 'id' | 'slug'>,
  addresses: readonly Pick<Address, 'path' | 'event_id'>[],
) {
  const owners = new Map(addresses.map(({ path, event_id }) => [path, event_id]));
  const plan = { addresses: [] as Address[], editions: [] as Edition[] };
  for (const race of races) {
    const isFree = (text: string) => [null, undefined, race.id].includes(owners.get(`${slug}/${text}`));
    const edition = race.edition && isFree(race.edition) ? race.edition : freeEdition(race, isFree);
    const path = `${slug}/${edition}`;
    owners.set(path, race.id);
    plan.addresses.push({ path, series_id, event_id: race.id });
    plan.editions.push({ id: race.id, series_id, edition });
  }
  return plan;
}

/** `2027`, or `2027-2` for the second event of a series in a year. */
function freeEdition(
  { event_date }: Pick<NamedRace, 'event_date'>,
  isFree: (text: string) => boolean,
): string {
  const year = event_date.slice(0, 4);
  for (let number = 1; ; number++) {
    const text = number === 1 ? year : `${year}-${number}`;
    if (isFree(text)) return text;
  }
}

export const pathOf = (slug: string, edition?: string): string =>
  `/lopp/${slug}${edition ? `/${edition}` : ''}`;
