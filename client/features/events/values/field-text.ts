import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { CHOICE_LABELS, labelOf } from '#src/features/events/labels.ts';
import { formatDay, isDay } from '#src/shared/dates.ts';
import { formatMoment } from '#src/shared/instants.ts';
import { formatPrice } from '#src/shared/text.ts';
import { STAMP_COLOR_LABELS } from '../card/labels.ts';

/** Of the columns of an event, in the order of the form. */
export const COLUMN_LABELS: Record<string, string> = {
  ...Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, labelOf(name)])),
  banner_color: 'Stämpelns färg',
  banner_start_date: 'Stämpeln visas från',
  banner_end_date: 'Stämpeln visas till',
  series_id: 'Serie',
  latitude: 'Latitud',
  longitude: 'Longitud',
  place_source: 'Platsen kommer från',
  organizer_confirmed_on: 'Bekräftat av arrangören',
};

const VALUE_LABELS: Record<string, Record<string, string>> = {
  ...CHOICE_LABELS,
  place_source: {
    gazetteer: 'Orten',
    landskap: 'Landskapet',
    geocoder: 'Adressen',
    admin: 'En administratör',
  },
  banner_color: STAMP_COLOR_LABELS,
};

export const fieldLabel = (name: string): string => COLUMN_LABELS[name] ?? name;

export const EMPTY_VALUE = 'tomt';

export type SeriesNames = ReadonlyMap<string, string>;

/** The value of a column or field of an event for people. `series` has the names of series. */
export function fieldText(name: string, value: unknown, series?: SeriesNames): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'string') {
    if (name === 'series_id') return series?.get(value) ?? 'en annan serie';
    if (isDay(value)) return formatDay(value);
    if (/^banner_\w+_date$/.test(name)) return formatMoment(value);
    return VALUE_LABELS[name]?.[value] ?? value;
  }
  if (!Array.isArray(value) || value.length === 0) return EMPTY_VALUE;
  return value.map((item) => formatItem(name, item)).join(name === 'distances' ? ', ' : '; ');
}

function formatItem(name: string, item: unknown): string {
  if (typeof item === 'string') return isDay(item) ? formatDay(item) : item;
  const record = item as Record<string, unknown>;
  if (name === 'additional_fields') return `${record.label}: ${record.value}`;
  if (name === 'ordinary_prices') return `${record.distance}: ${formatPrice(Number(record.price))}`;
  if (name === 'transfer_periods') return formatPeriod(item as TransferPeriod);
  return JSON.stringify(item);
}

function formatPeriod({ from, to, distances, fee }: TransferPeriod): string {
  const days = [from ? `från ${formatDay(from)}` : '', to ? `till ${formatDay(to)}` : ''].filter(Boolean);
  const parts = [days.join(' ') || 'alltid', distances.join(', '), fee === null ? '' : formatPrice(fee)];
  return parts.filter(Boolean).join(', ');
}
