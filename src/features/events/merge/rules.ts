import { type ColumnValues, findFieldConflict } from '../contract.ts';
import { rulesForDistances } from '../transfer/rules.ts';

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 'unknown' ||
  (Array.isArray(value) && value.length === 0);

/**
 * Fields that only mean something together. A group is taken from the merged event if its first field is empty in the kept
 * one. With `isSameDay`, only if both are on the same day.
 */
const GROUPS: { names: readonly string[]; isSameDay?: boolean }[] = [
  { names: ['event_end_date'], isSameDay: true },
  { names: ['ort'] },
  { names: ['landskap'] },
  { names: ['address'] },
  { names: ['latitude', 'longitude', 'place_source'] },
  { names: ['race_link'] },
  { names: ['result_link'] },
  { names: ['organizer'] },
  { names: ['additional_fields'] },
  { names: ['registration_opens_on', 'registration_closes_on', 'registration_kind'] },
  { names: ['registration_closes_on'] },
  { names: ['registration_url'] },
  {
    names: [
      'transfer_policy',
      'transfer_periods',
      'transfer_initiator',
      'transfer_buyer_needs',
      'transfer_checked_on',
    ],
    isSameDay: true,
  },
  { names: ['transfer_rules_url'] },
  { names: ['ordinary_prices'] },
  { names: ['banner_text', 'banner_start_date', 'banner_end_date', 'banner_color'] },
];

type Event = Parameters<typeof findFieldConflict>[0] & { event_date: string };

/** The fields that the kept event gets from the merged one because it lacks them, unless they conflict with its others. */
export function fieldsToFill(kept: Event, merged: Event): ColumnValues {
  // Rules about distances that the kept event lacks are left out.
  const source: ColumnValues = { ...merged, ...rulesForDistances(merged as never, kept.distances) };
  let filled: ColumnValues = {};
  for (const { names, isSameDay } of GROUPS) {
    const [first = ''] = names;
    const now: ColumnValues = { ...kept, ...filled };
    if (!isEmpty(now[first]) || isEmpty(source[first])) continue;
    if (isSameDay && kept.event_date !== merged.event_date) continue;
    const candidate = { ...filled, ...Object.fromEntries(names.map((name) => [name, source[name]])) };
    if (!findFieldConflict({ ...kept, ...candidate } as Event)) filled = candidate;
  }
  return filled;
}
