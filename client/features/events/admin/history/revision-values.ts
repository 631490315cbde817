import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type TransferPeriod,
} from '../../../../../src/features/events/fields';
import type { Revision } from '../../../../../src/features/events/history/contract';
import { formatDay, isDay } from '../../../../../src/shared/dates';
import { formatMoment } from '../../../../../src/shared/instants';
import { STAMP_COLOR_LABELS, STATUS_LABELS } from '../labels';

const LABELS: Record<string, string> = {
  ...Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, EVENT_FIELDS[name].label])),
  banner_color: 'Stämpelns färg',
  banner_start_date: 'Stämpeln visas från',
  banner_end_date: 'Stämpeln visas till',
  series_id: 'Serie',
  latitude: 'Latitud',
  longitude: 'Longitud',
  place_source: 'Platsen kommer från',
  organizer_confirmed_on: 'Bekräftat av arrangören',
};

const WORDS: Record<string, Record<string, string>> = {
  status: STATUS_LABELS,
  registration_kind: { open: 'Öppen', lottery: 'Lottning' },
  transfer_policy: { unknown: 'Okänt', allowed: 'Tillåtet', forbidden: 'Inte tillåtet' },
  transfer_initiator: { seller: 'Säljaren', buyer: 'Köparen', organizer: 'Arrangören' },
  place_source: {
    gazetteer: 'Orten',
    landskap: 'Landskapet',
    geocoder: 'Adressen',
    admin: 'En administratör',
  },
  banner_color: STAMP_COLOR_LABELS,
};

export const EMPTY_VALUE = 'tomt';

export type SeriesNames = ReadonlyMap<string, string>;

/** The stored value of a column, as an admin reads it. */
export function formatValue(name: string, value: unknown, series: SeriesNames): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'string') {
    if (name === 'series_id') return series.get(value) ?? 'en annan serie';
    if (isDay(value)) return formatDay(value);
    if (/^banner_\w+_date$/.test(name)) return formatMoment(value);
    return WORDS[name]?.[value] ?? value;
  }
  if (!Array.isArray(value) || value.length === 0) return EMPTY_VALUE;
  return value.map((item) => formatItem(name, item)).join(name === 'distances' ? ', ' : '; ');
}

function formatItem(name: string, item: unknown): string {
  if (typeof item === 'string') return isDay(item) ? formatDay(item) : item;
  const record = item as Record<string, unknown>;
  if (name === 'additional_fields') return `${record.label}: ${record.value}`;
  if (name === 'ordinary_prices') return `${record.distance}: ${record.price} kr`;
  if (name === 'transfer_periods') return formatPeriod(item as TransferPeriod);
  return JSON.stringify(item);
}

function formatPeriod({ from, to, distances, fee }: TransferPeriod): string {
  const days = [from ? `från ${formatDay(from)}` : '', to ? `till ${formatDay(to)}` : ''].filter(Boolean);
  const parts = [days.join(' ') || 'alltid', distances.join(', '), fee === null ? '' : `${fee} kr`];
  return parts.filter(Boolean).join(', ');
}

export type FieldChange = { name: string; label: string; before: string; after: string };

/** In the order of the form. Columns without a label are left out. */
export function changesOf({ before, after }: Revision, series: SeriesNames): FieldChange[] {
  return Object.entries(LABELS).flatMap(([name, label]) =>
    name in after && !(before === null && isUnset(after[name]))
      ? [
          {
            name,
            label,
            before: formatValue(name, before?.[name], series),
            after: formatValue(name, after[name], series),
          },
        ]
      : [],
  );
}

/** Of a new event, only what was filled in is of interest. */
const isUnset = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

const ACTORS: Record<Revision['actor_kind'], string> = {
  admin: 'Administratör',
  organiser: 'Arrangör',
  source: 'Källa',
  geocoder: 'Platssökningen',
  system: 'Systemet',
};

export const actorOf = ({ actor_kind, actor }: Pick<Revision, 'actor_kind' | 'actor'>): string =>
  actor ? (actor_kind === 'admin' ? actor : `${ACTORS[actor_kind]}: ${actor}`) : ACTORS[actor_kind];
