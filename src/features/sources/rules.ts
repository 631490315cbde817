import type { ColumnValues } from '#src/features/events/contract.ts';
import { isSameValue } from '#src/features/events/rules.ts';

const isBlank = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const pickFields = (fields: ColumnValues, names: readonly string[]): ColumnValues =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

const changedFields = (after: ColumnValues, before: ColumnValues): string[] =>
  Object.keys(after).filter((name) => !isSameValue(after[name], before[name]));

/** What is known of an item from earlier fetches. */
export type KnownItem = { event_id: string | null; accepted: ColumnValues | null };

/** The result of comparing an item: what to store of it, and the change that waits for an admin. */
export type Decision = {
  item: KnownItem;
  change?: { event_id: string | null; before: ColumnValues | null; after: ColumnValues };
};

/** A source that said these of a race, and no longer does, has taken them back. */
const TAKEN_BACK: ColumnValues = { status: 'scheduled', sold_out: false };

const withTakenBack = (fields: ColumnValues, accepted: ColumnValues): ColumnValues => ({
  ...pickFields(
    TAKEN_BACK,
    Object.keys(TAKEN_BACK).filter((name) => !(name in fields) && !isBlank(accepted[name])),
  ),
  ...fields,
});

/**
 * Compares what the source states with what it stated when it was last accepted, not with the event: what was edited
 * since wins until the source changes that field again (D55). `event` is the known event, or the same one by its date,
 * name and ort.
 */
export function decideItem(
  stated: ColumnValues,
  known: KnownItem | undefined,
  event: (ColumnValues & { id: string }) | undefined,
): Decision {
  const accepted = known?.accepted;
  if (!accepted) return event ? linkItem(stated, event) : newItem(stated, null);
  const fields = withTakenBack(stated, accepted);
  // Its event was deleted: it stays so until the source changes.
  if (!known.event_id || !event)
    return changedFields(fields, accepted).length > 0
      ? newItem(fields, accepted)
      : { item: { event_id: null, accepted } };
  const changed = changedFields(fields, accepted);
  const different = changed.filter((name) => !isSameValue(fields[name], event[name]));
  const equal = changed.filter((name) => !different.includes(name));
  const item = { event_id: event.id, accepted: { ...accepted, ...pickFields(fields, equal) } };
  if (different.length === 0) return { item };
  return {
    item,
    change: {
      event_id: event.id,
      before: Object.fromEntries(different.map((name) => [name, accepted[name] ?? null])),
      after: pickFields(fields, different),
    },
  };
}

const newItem = (fields: ColumnValues, accepted: ColumnValues | null): Decision => ({
  item: { event_id: null, accepted },
  change: { event_id: null, before: null, after: fields },
});

/** Values that the event has win over the source. Those that it lacks become a change. */
function linkItem(fields: ColumnValues, event: ColumnValues & { id: string }): Decision {
  const missing = Object.keys(fields).filter((name) => isBlank(event[name]) && !isBlank(fields[name]));
  const known = Object.keys(fields).filter((name) => !missing.includes(name));
  const item = { event_id: event.id, accepted: pickFields(fields, known) };
  if (missing.length === 0) return { item };
  const before = Object.fromEntries(missing.map((name) => [name, null]));
  return { item, change: { event_id: event.id, before, after: pickFields(fields, missing) } };
}
