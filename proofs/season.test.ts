// A season of an operator: sources, files, a bad import, duplicates, an organiser and dead links, compared with a
// model.
import { beforeAll, expect, test } from 'bun:test';
import type { Sql } from '#src/platform/database.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { runSeason, type Season } from './season/season.ts';

const RACES = sized(500, 5000);
const TIMEOUT_MS = 3_600_000;

/** Without the history, an undone import does not notice what was edited since. */
const withoutHistory = (sql: Sql) => sql.unsafe('drop trigger events_updated_for_history on events');

let season: Season;
let control: Season;
beforeAll(async () => {
  season = await runSeason({ races: RACES, seed: 11 });
  control = await runSeason({ races: 500, seed: 11, prepare: withoutHistory });
}, TIMEOUT_MS);

test('a season leaves the calendar that an independent model expects', () => {
  expect(season.differences).toEqual([]);
  expect(control.differences.length).toBeGreaterThan(0);
  reportFigures({
    order: 18,
    promise:
      'Imports can be undone, sources never overwrite an edit, merged events can be separated, and only dead links are hidden',
    sample: `${season.sample}; ${season.seconds} s`,
    violations: season.differences.length,
    control: { without: 'the history of changes', violations: control.differences.length },
    found: [],
  });
});
