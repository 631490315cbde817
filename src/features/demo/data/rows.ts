import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { addDaysTo } from '../../../shared/dates';
import { EventInput } from '../../events/contract';
import { isUpcoming } from '../../events/rules';

const FILE = join(import.meta.dir, '../../../../db/demo-events.csv');

/** Whole steps of 52 weeks keep the weekday: a Saturday race stays on a Saturday (D37). */
const STEP = 52 * 7;

/** "Most of it is upcoming" (D37). */
const UPCOMING_SHARE = 3 / 4;

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** The 56 rows of db/demo-events.csv as they stand there. */
export function readDemoRows(): EventInput[] {
  const [header = '', ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  const columns = cellsOf(header);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return v.parse(EventInput, Object.fromEntries(columns.map((column, at) => [column, cells[at]])));
  });
}

/** A year in a name follows the date: "Lidingöloppet 2026" a step later is "Lidingöloppet 2027". */
function move(event: EventInput, steps: number): EventInput {
  const event_date = addDaysTo(event.event_date, steps * STEP);
  const [oldYear = '', newYear = ''] = [event.event_date.slice(0, 4), event_date.slice(0, 4)];
  return { ...event, event_date, event_name: event.event_name.replace(oldYear, newYear) };
}

/** The rows moved by the fewest steps, forwards or back, that leave most of them upcoming on `today` (D37). */
export function moveToward(rows: readonly EventInput[], today: string): EventInput[] {
  const moved = (steps: number) => rows.map((row) => move(row, steps));
  const isEnough = (steps: number) =>
    moved(steps).filter((event) => isUpcoming(event, today)).length >= rows.length * UPCOMING_SHARE;
  let steps = 0;
  while (!isEnough(steps)) steps++;
  while (isEnough(steps - 1)) steps--;
  return moved(steps);
}
