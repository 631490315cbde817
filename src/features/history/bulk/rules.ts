import type { EventStatus } from '#src/features/events/fields/choices.ts';
import { labelOf } from '#src/features/events/labels.ts';
import type { BulkValues } from './contract.ts';

const STATUS_TEXTS: Record<EventStatus, string> = {
  scheduled: 'som planerat',
  cancelled: 'inställt',
  postponed: 'framflyttat',
};

/** What a bulk edit did, for the list of imports and for the audit log: `40 evenemang: läge inställt`. */
export function describeBulkEdit(count: number, values: BulkValues | undefined, seriesName?: string): string {
  const subject = `${count} evenemang`;
  if (!values) return `${subject}: borttagna`;
  const { status, landskap, sport_type, banner_text } = values;
  const parts = [
    status && `${labelOf('status').toLowerCase()} ${STATUS_TEXTS[status]}`,
    seriesName && `serie ${seriesName}`,
    landskap !== undefined && `landskap ${landskap ?? 'tomt'}`,
    sport_type && `sport ${sport_type}`,
    banner_text !== undefined && (banner_text ? `stämpel ${banner_text}` : 'ingen stämpel'),
  ].filter(Boolean);
  return `${subject}: ${parts.join(', ') || 'stämpel'}`.slice(0, 200);
}
