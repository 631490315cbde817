import { stateAfterUpdate } from '../admin/rules.ts';
import type { ColumnValues } from '../contract.ts';
import { positionAfterChange } from '../places/rules.ts';
import { rulesForDistances } from '../transfer/rules.ts';
import type { lockEvents } from './store.ts';

type EventRow = Awaited<ReturnType<typeof lockEvents>>[number];

/**
 * A change with what follows from it, as when an admin changes the event: a new date moves it, a new place is looked
 * up, and transfer rules and prices for distances that it no longer has are left out.
 */
export function withConsequences(event: EventRow, change: ColumnValues): ColumnValues {
  const changed: EventRow = { ...event, ...change };
  const fields: ColumnValues = { ...change };
  if (changed.event_date !== event.event_date)
    Object.assign(
      fields,
      stateAfterUpdate(
        { ...event, previous_dates: changed.previous_dates },
        { event_date: changed.event_date, ...('status' in change && { status: changed.status }) },
        true,
      ),
    );
  if ('distances' in change) Object.assign(fields, rulesForDistances(changed, changed.distances));
  return { ...fields, ...positionAfterChange(event, change) };
}
