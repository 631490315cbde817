import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import type { StampColor } from '../../../../src/features/events/fields';
import type { Spot } from '../../../../src/shared/geo';
import { formatForInput } from '../../../../src/shared/instants';
import { type EventFieldValues, fieldsOf, inputOf } from './event-values';

/** What the dialog holds of an event. */
export type EventValues = EventFieldValues & {
  banner_text: string;
  /** As `datetime-local` has them, Stockholm time (D18). */
  banner_start_date: string;
  banner_end_date: string;
  banner_color: StampColor;
  /** As typed, with a comma or a point; they count only when they are set by hand. */
  latitude: string;
  longitude: string;
  is_manual: boolean;
};

/** Degrees as the dialog shows them: five decimals are a metre. */
export const degreesText = (degrees: number): string =>
  String(Math.round(degrees * 1e5) / 1e5).replace('.', ',');

/** A spot as it is typed. */
export const typedSpot = ({ latitude, longitude }: Spot) => ({
  latitude: degreesText(latitude),
  longitude: degreesText(longitude),
});

/** What the dialog begins with: an event, or nothing. */
export function valuesOf(event: AdminEvent | undefined): EventValues {
  const { latitude = null, longitude = null } = event ?? {};
  return {
    ...fieldsOf(event),
    banner_text: event?.banner_text ?? '',
    banner_start_date: formatForInput(event?.banner_start_date),
    banner_end_date: formatForInput(event?.banner_end_date),
    banner_color: event?.banner_color ?? 'red',
    ...(event?.is_manual && latitude !== null && longitude !== null
      ? { ...typedSpot({ latitude, longitude }), is_manual: true }
      : { latitude: '', longitude: '', is_manual: false }),
  };
}

/** Typed degrees as a number: null when nothing was typed, NaN when it is none. */
export function readDegrees(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  if (!plain) return null;
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What is sent (section 7), and what is wrong that its contract cannot see. `stored` is what the dialog began with. */
export function eventInputOf(values: EventValues, stored: AdminEvent | undefined) {
  const { banner_start_date, banner_end_date, latitude, longitude, is_manual, ...rest } = values;
  const { banner_text, banner_color, ...fields } = rest;
  const { input, ...others } = inputOf(fields);
  // One that nobody touched is sent as it was stored: the hour that a clock change repeats has two of each.
  const moment = (typed: string, before: string | null | undefined) =>
    before && typed === formatForInput(before) ? before : typed;
  return {
    ...others,
    input: {
      ...input,
      banner_text,
      banner_start_date: moment(banner_start_date, stored?.banner_start_date),
      banner_end_date: moment(banner_end_date, stored?.banner_end_date),
      banner_color,
      latitude: is_manual ? readDegrees(latitude) : null,
      longitude: is_manual ? readDegrees(longitude) : null,
    },
  };
}
