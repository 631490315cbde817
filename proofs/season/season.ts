import { eq, like } from 'drizzle-orm';
import { events, watchNews } from '#db/schema/index.ts';
import { randomFrom } from '#proofs/watches/random.ts';
import type { UndoResult } from '#src/features/history/contract.ts';
import type { AdminProposal, OrganiserView } from '#src/features/organisers/contract.ts';
import { processWatches } from '#src/features/watches/processing/service.ts';
import type { Sql } from '#src/platform/database.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { startOddSite } from '#tests/support/odd-site.ts';
import { makeOrganiser } from '#tests/support/organisers.ts';
import { makeWatch } from '#tests/support/watches.ts';
import { mergeDuplicates } from './duplicates.ts';
import { importFile } from './files.ts';
import { addLinkPages, checkLinks } from './links.ts';
import { put, type Race, randomRace } from './model.ts';
import { openOperator } from './operator.ts';
import { changeSource, fillFromSources } from './sources.ts';
import { check, edit, expectCount, raceOf, stored, type World } from './world.ts';

const FIRST_DAY = '2027-01-11';

export type Season = { differences: string[]; sample: string; seconds: number };

type Options = { races: number; seed: number; prepare?: (sql: Sql) => Promise<unknown> };

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

async function importAll(world: World, races: Race[]): Promise<void> {
  const { app, admin } = world.operator;
  const { body } = await sendImport(app.url, admin, importFile(races));
  expectCount(world, 'rows imported', body.imported_count, races.length);
  put(world.calendar, races);
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
