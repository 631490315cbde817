import type { AcceptResult, Source, SourceFetchResult } from '#src/features/sources/contract.ts';
import { calendarSource, csvSource, feedSource, type Published } from './files.ts';
import { put, type Race } from './model.ts';
import { check, edit, expectCount, raceOf, type World } from './world.ts';

const published = new Map<string, Race[]>();

export async function fillFromSources(world: World, share: number): Promise<void> {
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
export async function changeSource(world: World): Promise<void> {
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
