import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { EventInput } from '#src/features/events/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';

const FILE = join(import.meta.dir, '../../../../db/demo-events.csv');

/** 52 weeks keep the weekday: a Saturday race stays on a Saturday. */
const STEP_DAYS = 52 * 7;

const UPCOMING_SHARE = 3 / 4;

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

export function readDemoRows(): EventInput[] {
  const [header = '', ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  const columns = cellsOf(header);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return v.parse(EventInput, Object.fromEntries(columns.map((column, index) => [column, cells[index]])));
  });
}

/** Also moves the year in the name: "Lidingöloppet 2026" becomes "Lidingöloppet 2027". */
export function moveRow<Row extends Pick<EventInput, 'event_date' | 'event_name'>>(
  row: Row,
  steps: number,
): Row {
  const event_date = addDaysTo(row.event_date, steps * STEP_DAYS);
  const [oldYear = '', newYear = ''] = [row.event_date.slice(0, 4), event_date.slice(0, 4)];
  return { ...row, event_date, event_name: row.event_name.replace(oldYear, newYear) };
}

/** The fewest steps, forwards or backwards, that leave most of the rows upcoming on `today`. */
export function findSteps(rows: readonly EventInput[], today: string): number {
  const hasEnoughUpcoming = (steps: number) =>
    rows.filter((row) => isUpcoming(moveRow(row, steps), today)).length >= rows.length * UPCOMING_SHARE;
  let steps = 0;
  while (!hasEnoughUpcoming(steps)) steps++;
  while (hasEnoughUpcoming(steps - 1)) steps--;
  return steps;
}
