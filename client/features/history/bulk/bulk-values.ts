import type * as v from 'valibot';
import type { EventStatus, StampColor } from '#src/features/events/fields/choices.ts';
import type { BulkEdit } from '#src/features/history/bulk/contract.ts';

/** What can be changed for many events. */
export const BULK_ACTS = {
  status: 'Läge',
  series_id: 'Serie',
  landskap: 'Landskap',
  sport_type: 'Sport',
  stamp: 'Stämpel',
} as const;
export type BulkAct = keyof typeof BULK_ACTS;

export type BulkValues = {
  status: EventStatus;
  series_id: string;
  landskap: string;
  sport_type: string;
  banner_text: string;
  banner_start_date: string;
  banner_end_date: string;
  banner_color: StampColor;
};

export const FIRST_VALUES: BulkValues = {
  status: 'cancelled',
  series_id: '',
  landskap: '',
  sport_type: '',
  banner_text: '',
  banner_start_date: '',
  banner_end_date: '',
  banner_color: 'red',
};

export type BulkInput = { set: Partial<BulkValuesSent> } | { delete: true };
type BulkValuesSent = NonNullable<v.InferInput<typeof BulkEdit>['set']>;

/** Undefined while a value is missing. A stamp without a text is removed. */
export function inputOf(act: BulkAct, values: BulkValues): BulkInput | undefined {
  if (act === 'status') return { set: { status: values.status } };
  if (act === 'series_id') return values.series_id ? { set: { series_id: values.series_id } } : undefined;
  if (act === 'sport_type') return values.sport_type ? { set: { sport_type: values.sport_type } } : undefined;
  if (act === 'landskap') return { set: { landskap: values.landskap || null } };
  const { banner_start_date, banner_end_date, banner_color } = values;
  const banner_text = values.banner_text.trim();
  if (!banner_text) return { set: { banner_text: null, banner_start_date: null, banner_end_date: null } };
  if (!banner_start_date || !banner_end_date) return undefined;
  return { set: { banner_text, banner_start_date, banner_end_date, banner_color } };
}
