import { eq, inArray, like } from 'drizzle-orm';
import { announcements, events, watchNews } from '#db/schema/index.ts';
import { randomFrom } from '#proofs/watches/random.ts';
import type { Duplicates } from '#src/features/duplicates/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { UndoResult } from '#src/features/history/contract.ts';
import type { AdminProposal, OrganiserView } from '#src/features/organisers/contract.ts';
import type { AcceptResult, Source, SourceFetchResult } from '#src/features/sources/contract.ts';
import { processWatches } from '#src/features/watches/processing/service.ts';
import type { Sql } from '#src/platform/database.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { type OddSite, startOddSite } from '#tests/support/odd-site.ts';
import { makeOrganiser } from '#tests/support/organisers.ts';
import { makeWatch } from '#tests/support/watches.ts';
import { calendarSource, csvSource, feedSource, importFile, type Published } from './files.ts';
import { addLinkPages, checkLinks } from './links.ts';
import { type Calendar, compareCalendars, put, type Race, randomRace } from './model.ts';
import { type Operator, openOperator } from './operator.ts';

const FIRST_DAY = '2027-01-11';

export type Season = { differences: string[]; sample: string; seconds: number };

type Options = { races: number; seed: number; prepare?: (sql: Sql) => Promise<unknown> };

type World = {
  operator: Operator;
  site: OddSite;
  calendar: Calendar;
  /** What each step left otherwise than the model. */
  differences: string[];
  newRaces: (count: number) => Race[];
};

export async function runSeason({ races, seed, prepare }: Options): Promise<Season> {
  const startedAt = performance.now();
  const site = startOddSite();
  addLinkPages(site);
  const operator = await openOperator(site.port, prepare);
  const random = randomFrom(seed);
  const world: World = {
    operator,
    site,
    calendar: new Map(),
    differences: [],
    newRaces: (count) => Array.from({ length: count }, () => randomRace(random, FIRST_DAY)),
  };
  const share = Math.floor(races / 5);
  await fillFromSources(world, share);
  const [fileA, fileB] = [world.newRaces(share), world.newRaces(share)];
  await importAll(world, fileA);
  await importAll(world, fileB);
  await check(world, 'filled');
  await changeSource(world);
  await check(world, 'changed source');
  await undoBadImport(world, fileA.slice(0, 100));
  await check(world, 'undone import');
  await mergeDuplicates(world, fileB.slice(0, 40));
  await check(world, 'duplicates');
  await moveByOrganiser(world, fileB.at(-1) as Race);
  await check(world, 'moved race');
  const links = await checkLinks(operator, site);
  world.differences.push(...links.differences.map((difference) => `links: ${difference}`));
  await check(world, 'checked links');
  await operator.app.stop();
  site.stop();
  return {
    differences: world.differences,
    sample:
      `${races} races from 3 sources and 2 files; a source that changed 50 races, 10 of them edited, added 10 and lost 20; ` +
      'an import of 160 rows undone after edits; 40 duplicates merged and 12 separated; a race moved by its organiser with 25 watchers; ' +
      `142 links checked for 16 days, ${links.dead} dead`,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

const stored = ({ operator }: World) =>
  operator.app.context.database.db
    .select({
      id: events.id,
      event_name: events.event_name,
      event_date: events.event_date,
      organizer: events.organizer,
      status_note: events.status_note,
    })
    .from(events);

async function check(world: World, step: string): Promise<void> {
  for (const difference of compareCalendars(world.calendar, await stored(world)))
    world.differences.push(`${step}: ${difference}`);
}

function expectCount({ differences }: World, what: string, found: unknown, expected: number): void {
  if (found !== expected) differences.push(`${what}: ${found} instead of ${expected}`);
}

const raceOf = ({ calendar }: World, name: string): Race => {
  const race = calendar.get(name);
  if (!race) throw new Error(`The model has no ${name}.`);
  return race;
};

/** An edit of a field by hand, in the calendar and in the model. */
async function edit(
  world: World,
  names: readonly string[],
  changes: Partial<Pick<Race, 'organizer' | 'note'>>,
): Promise<void> {
  const { organizer, note } = changes;
  await world.operator.app.context.database.db
    .update(events)
    .set({ ...(organizer && { organizer }), ...(note && { status_note: note }) })
    .where(inArray(events.event_name, [...names]));
  for (const name of names) Object.assign(raceOf(world, name), changes);
}

async function importAll(world: World, races: Race[]): Promise<void> {
  const { app, admin } = world.operator;
  const { body } = await sendImport(app.url, admin, importFile(races));
  expectCount(world, 'rows imported', body.imported_count, races.length);
  put(world.calendar, races);
}

const published = new Map<string, Race[]>();

async function fillFromSources(world: World, share: number): Promise<void> {
  const formats: [string, (races: Published[]) => string, boolean][] = [
    ['/kalender.ics', calendarSource, false],
    ['/lopp.csv', csvSource, false],
    ['/flode.json', feedSource, true],
  ];
  for (const [path, write, trusted] of formats) {
    const races = world.newRaces(share);
    published.set(path, races);
    world.site.pages[path] = () => new Response(write(published.get(path) ?? []));
    const source = await world.operator.as<Source>('admin.sources.create', {
      name: path,
      url: `http://127.0.0.1:${world.site.port}${path}`,
      trusted,
      defaults: { sport_type: 'Löpning', distances: '10 km', landskap: null },
    });
    const result = await world.operator.as<SourceFetchResult>('admin.sources.fetch', { id: source.id });
    expectCount(world, `${path} found`, result.found, share);
    expectCount(world, `${path} accepted by itself`, result.accepted, trusted ? share : 0);
    if (!trusted) {
      const { accepted } = await world.operator.as<AcceptResult>('admin.sources.acceptAll', {
        id: source.id,
      });
      expectCount(world, `${path} accepted`, accepted, share);
    }
    put(world.calendar, races);
  }
}

/** Of 40 races that an admin edited, the source changes 10 again; those and 40 others wait and are accepted. */
async function changeSource(world: World): Promise<void> {
  const path = '/lopp.csv';
  const races = published.get(path) ?? [];
  await edit(
    world,
    races.slice(0, 40).map(({ name }) => name),
    { organizer: 'Rättad' },
  );
  const changed = [...races.slice(0, 10), ...races.slice(40, 80)];
  const lost = races.slice(80, 100);
  const added = world.newRaces(10);
  const next = [
    ...races
      .filter((race) => !lost.includes(race))
      .map((race) => (changed.includes(race) ? { ...race, organizer: `${race.organizer} IF` } : race)),
    ...added,
  ];
  published.set(path, next);
  world.operator.passDays(1);
  const source = (await world.operator.as<Source[]>('admin.sources.list')).find(({ name }) => name === path);
  const result = await world.operator.as<SourceFetchResult>('admin.sources.fetch', { id: source?.id });
  expectCount(world, 'changed in the source', result.changed, 50);
  expectCount(world, 'added in the source', result.added, 10);
  expectCount(world, 'vanished from the source', result.vanished, 20);
  await check(world, 'waiting changes');
  const { accepted } = await world.operator.as<AcceptResult>('admin.sources.acceptAll', { id: source?.id });
  expectCount(world, 'accepted from the source', accepted, 60);
  put(world.calendar, added);
  for (const race of changed) raceOf(world, race.name).organizer = `${race.organizer} IF`;
}

/** The import changes 100 races and adds 60. Then 15, 10 and 8 are edited, 7 get ads and 6 are watched. */
async function undoBadImport(world: World, known: Race[]): Promise<void> {
  const { app, admin, as } = world.operator;
  const { db } = app.context.database;
  const bad = world.newRaces(60).map((race) => ({ ...race, organizer: 'Fel' }));
  const file = importFile([...known.map((race) => ({ ...race, organizer: 'Fel' })), ...bad]);
  const { body } = await sendImport(app.url, admin, file, { query: '?update=true' });
  expectCount(world, 'rows of the bad import', body.imported_count, 160);
  put(world.calendar, bad);
  const before = new Map(known.map(({ name }) => [name, raceOf(world, name).organizer]));
  for (const { name } of known) raceOf(world, name).organizer = 'Fel';
  const names = (races: Race[], from: number, to: number) => races.slice(from, to).map(({ name }) => name);
  await edit(world, names(known, 0, 15), { organizer: 'Efteråt' });
  await edit(world, names(known, 15, 25), { note: 'Obs' });
  await edit(world, names(bad, 0, 8), { organizer: 'Rätt' });
  const idOf = new Map((await stored(world)).map(({ id, event_name }) => [event_name, id]));
  for (const name of names(bad, 8, 15)) await makeAnnouncement(db, { event_id: idOf.get(name) ?? '' });
  for (const name of names(bad, 15, 21)) await makeWatch(app, { event_id: idOf.get(name) ?? '' });
  const preview = await as<UndoResult>('admin.imports.undo', { id: body.import_id, dry_run: true });
  const result = await as<UndoResult>('admin.imports.undo', { id: body.import_id });
  expectCount(world, 'previews that differ', Number(!Bun.deepEquals(preview, result)), 0);
  const kept = (reason: string) => result.kept.filter((event) => event.reason === reason).length;
  expectCount(world, 'removed', result.removed.length, 39);
  expectCount(world, 'restored', result.restored.length, 85);
  expectCount(world, 'kept because of edits', kept('edited'), 23);
  expectCount(world, 'kept because of ads', kept('ads'), 7);
  expectCount(world, 'kept because of watches', kept('watched'), 6);
  for (const { name } of bad.slice(21)) world.calendar.delete(name);
  for (const { name } of known.slice(15)) raceOf(world, name).organizer = before.get(name) ?? '';
}

/** Spelled otherwise, or a day later. */
const duplicateOf = (race: Race, index: number): Race => {
  const day = new Date(`${race.date}T12:00:00Z`);
  if (index % 4 === 3) day.setUTCDate(day.getUTCDate() + 1);
  const [first = '', second = ''] = race.name.split(' ');
  const name =
    [`${first} ${second}en`, `${race.name} 2027`, `${race.name} ${race.town}`, race.name.toUpperCase()][
      index % 4
    ] ?? '';
  return { ...race, name, date: day.toISOString().slice(0, 10), organizer: race.organizer };
};

async function mergeDuplicates(world: World, originals: Race[]): Promise<void> {
  const { app, as } = world.operator;
  const { db } = app.context.database;
  const copies = originals.map(duplicateOf);
  for (const { name, date, town, organizer } of copies)
    await as('admin.events.create', {
      event_name: name,
      event_date: date,
      sport_type: 'Löpning',
      distances: '10 km',
      ort: town,
      organizer,
    });
  put(world.calendar, copies);
  const idOf = new Map((await stored(world)).map(({ id, event_name }) => [event_name, id]));
  const idsOf = (index: number) =>
    [idOf.get(copies[index]?.name ?? '') ?? '', idOf.get(originals[index]?.name ?? '') ?? ''] as const;
  for (let index = 0; index < 20; index++) await makeAnnouncement(db, { event_id: idsOf(index)[0] });
  const { pairs } = await as<Duplicates>('admin.duplicates.list');
  const found = new Set(
    pairs.map((pair) =>
      pair.events
        .map(({ id }) => id)
        .sort()
        .join(),
    ),
  );
  const expected = copies.map((_, index) => [...idsOf(index)].sort().join());
  expectCount(world, 'duplicates found', expected.filter((pair) => found.has(pair)).length, copies.length);
  expectCount(world, 'pairs listed', pairs.length, copies.length);
  for (const [index, { name }] of copies.entries()) {
    const [id, into] = idsOf(index);
    await as<AdminEvent>('admin.merges.merge', { id, into });
    world.calendar.delete(name);
  }
  const adsOf = async (id: string) =>
    (await db.select().from(announcements).where(eq(announcements.event_id, id))).length;
  for (let index = 0; index < 20; index++)
    expectCount(world, 'ads of the kept race', await adsOf(idsOf(index)[1]), 1);
  await check(world, 'merged');
  for (let index = 10; index < 22; index++) {
    await as<AdminEvent>('admin.merges.unmerge', { id: idsOf(index)[0] });
    put(world.calendar, [copies[index] as Race]);
  }
  for (let index = 0; index < 20; index++)
    expectCount(world, 'ads after separating', await adsOf(idsOf(index)[index < 10 ? 1 : 0]), 1);
}

async function moveByOrganiser(world: World, race: Race): Promise<void> {
  const { app, as } = world.operator;
  const { db } = app.context.database;
  const [event] = await db.select().from(events).where(eq(events.event_name, race.name));
  if (!event?.series_id) throw new Error('The race has no series.');
  for (let watcher = 0; watcher < 25; watcher++)
    await makeWatch(app, { event_id: event.id, cadence: 'direct' });
  await processWatches(app.context);
  const organiser = await makeOrganiser(db, { series_id: event.series_id });
  const view = await as<OrganiserView>('organiser.events.view', {}, organiser);
  expectCount(world, 'watchers that the organiser sees', view.events[0]?.watchers, 25);
  const date = '2028-02-05';
  await as(
    'organiser.events.update',
    { id: event.id, event_date: date, organizer: 'Insmugglad', status_note: 'Ny dag' },
    organiser,
  );
  raceOf(world, race.name).note = 'Ny dag';
  await check(world, 'proposed move');
  const [proposal] = await as<AdminProposal[]>('admin.proposals.list');
  await as('admin.proposals.review', { id: proposal?.id, status: 'approved' });
  raceOf(world, race.name).date = date;
  await processWatches(app.context);
  const news = await db.select().from(watchNews).where(like(watchNews.change, 'date:%'));
  expectCount(
    world,
    'watchers who heard of the move',
    new Set(news.map(({ watcher_id }) => watcher_id)).size,
    25,
  );
  expectCount(world, 'news of the move', news.length, 25);
}
