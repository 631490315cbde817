import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { StampColor } from '#src/features/events/fields/choices.ts';
import type { StateField } from '#src/features/events/fields.ts';
import type { GeoPosition } from '#src/shared/geo.ts';
import { formatForInput } from '#src/shared/instants.ts';
import { type EventFieldValues, fieldsOf, inputOf } from './event-values.ts';
import { type TransferValues, transferInputOf, transferValuesOf } from './transfer-values.ts';

/** As typed. `previous_dates` is one text, separated by semicolons. */
type StateValues = Record<Exclude<StateField, 'status' | 'registration_kind' | 'sold_out'>, string> &
  Pick<AdminEvent, 'status' | 'registration_kind' | 'sold_out'> & {
    /** What a new date of a stored event means. */
    date_change: 'correction' | 'moved';
  };

const stateValuesOf = (event: AdminEvent | undefined): StateValues => ({
  status: event?.status ?? 'scheduled',
  status_note: event?.status_note ?? '',
  previous_dates: event?.previous_dates.join('; ') ?? '',
  registration_opens_on: event?.registration_opens_on ?? '',
  registration_closes_on: event?.registration_closes_on ?? '',
  registration_url: event?.registration_url ?? '',
  registration_kind: event?.registration_kind ?? 'open',
  sold_out: event?.sold_out ?? false,
  date_change: 'correction',
});

export type EventValues = EventFieldValues &
  StateValues &
  TransferValues & {
    banner_text: string;
    /** In the format of `datetime-local`, Stockholm time. */
    banner_start_date: string;
    banner_end_date: string;
    banner_color: StampColor;
    /** The typed text, with comma or point. Used only when `is_manual` is true. */
    latitude: string;
    longitude: string;
    is_manual: boolean;
  };

/** Five decimals are about a metre. */
export const degreesText = (degrees: number): string =>
  String(Math.round(degrees * 1e5) / 1e5).replace('.', ',');

export const spotTexts = ({ latitude, longitude }: GeoPosition) => ({
  latitude: degreesText(latitude),
  longitude: degreesText(longitude),
});

export function valuesOf(event: AdminEvent | undefined): EventValues {
  const { latitude = null, longitude = null } = event ?? {};
  return {
    ...fieldsOf(event),
    ...stateValuesOf(event),
    ...transferValuesOf(event),
    banner_text: event?.banner_text ?? '',
    banner_start_date: formatForInput(event?.banner_start_date),
    banner_end_date: formatForInput(event?.banner_end_date),
    banner_color: event?.banner_color ?? 'red',
    ...(event?.is_manual && latitude !== null && longitude !== null
      ? { ...spotTexts({ latitude, longitude }), is_manual: true }
      : { latitude: '', longitude: '', is_manual: false }),
  };
}

/** Returns null for an empty text, NaN for an invalid number. */
export function readDegrees(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  if (!plain) return null;
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** A new date for a postponed race schedules it again, unless the admin chose a status too. */
export const isScheduledAgain = ({ status, event_date }: EventValues, stored: AdminEvent): boolean =>
  stored.status === 'postponed' && status === 'postponed' && event_date !== stored.event_date;

/** Also returns the errors that the schema cannot detect. */
export function eventInputOf(values: EventValues, stored: AdminEvent | undefined) {
  const { banner_start_date, banner_end_date, latitude, longitude, is_manual, ...rest } = values;
  const { banner_text, banner_color, status, ...fields } = rest;
  const { input, ...others } = inputOf(fields);
  const distances = others.distances.committed;
  // An unchanged time is sent as stored: in the hour repeated at the end of summer time, the text is ambiguous.
  const instantOf = (typed: string, storedInstant: string | null | undefined) =>
    storedInstant && typed === formatForInput(storedInstant) ? storedInstant : typed;
  return {
    ...others,
    input: {
      ...input,
      ...transferInputOf(values, distances),
      // Left out, a new date schedules a postponed race again.
      ...(!(stored && isScheduledAgain(values, stored)) && { status }),
      banner_text,
      banner_start_date: instantOf(banner_start_date, stored?.banner_start_date),
      banner_end_date: instantOf(banner_end_date, stored?.banner_end_date),
      banner_color,
      latitude: is_manual ? readDegrees(latitude) : null,
      longitude: is_manual ? readDegrees(longitude) : null,
    },
  };
}
