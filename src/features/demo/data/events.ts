import type { EventInput } from '#src/features/events/contract.ts';
import { isUpcoming, lastDay } from '#src/features/events/rules.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { parseInstant } from '#src/shared/instants.ts';
import { ADDITIONAL_FIELDS, EXTRA_DAYS, PAST_EDITIONS, STAMPS, STATES, TRANSFERS } from './extras.ts';
import { findSteps, moveRow, readDemoRows } from './rows.ts';

const nameWithoutYear = (event: EventInput) => event.event_name.replace(/ 20\d\d$/, '');

function withExtras(event: EventInput): EventInput {
  const extraDays = EXTRA_DAYS[nameWithoutYear(event)];
  return {
    ...event,
    event_end_date: extraDays ? addDaysTo(event.event_date, extraDays) : null,
    additional_fields: ADDITIONAL_FIELDS[nameWithoutYear(event)] ?? [],
  };
}

function withState(event: EventInput, today: string): EventInput {
  const stateOf = STATES[event.event_name];
  // A month ahead, so that a registration can be still to come.
  return stateOf && event.event_date > addDaysTo(today, 40) ? { ...event, ...stateOf(event, today) } : event;
}

function withTransfer(event: EventInput, today: string): EventInput {
  const transferOf = TRANSFERS[nameWithoutYear(event)];
  if (!transferOf || !isUpcoming(event, today)) return event;
  const transfer = transferOf(event, today);
  return {
    ...event,
    ...transfer,
    ...(transfer.transfer_policy && {
      transfer_checked_on: addDaysTo(today, -20),
      transfer_rules_url: event.race_link,
    }),
  };
}

/** Stamps show from a week ago until midnight in Stockholm after the event's last day. */
function addStamps(events: EventInput[], today: string): void {
  for (const { color, text, eventNames } of STAMPS) {
    const event = eventNames
      .map((name) =>
        events.find((candidate) => candidate.event_name === name && isUpcoming(candidate, today)),
      )
      .find((candidate) => candidate !== undefined);
    if (!event) continue;
    event.banner_text = text;
    event.banner_color = color;
    event.banner_start_date = midnight(addDaysTo(today, -7));
    event.banner_end_date = midnight(addDaysTo(lastDay(event), 1));
  }
}

const midnight = (day: string) => parseInstant(`${day}T00:00`)?.toISOString() ?? null;

function pastEditions(rows: EventInput[], steps: number): EventInput[] {
  const { eventName, count } = PAST_EDITIONS;
  return rows
    .filter((row) => row.event_name === eventName)
    .flatMap((row) => Array.from({ length: count }, (_, index) => moveRow(row, steps - 1 - index)))
    .map((event) => ({
      ...event,
      result_link: `${event.race_link}/resultat/${event.event_date.slice(0, 4)}`,
    }));
}

export function demoEvents(now: Date): EventInput[] {
  const today = dayInStockholm(now);
  const rows = readDemoRows();
  const steps = findSteps(rows, today);
  const events = rows.map((row) => withExtras(moveRow(row, steps)));
  addStamps(events, today);
  return [
    ...events.map((event) => withTransfer(withState(event, today), today)),
    ...pastEditions(rows, steps),
  ];
}
