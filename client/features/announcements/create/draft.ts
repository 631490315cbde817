import { forgetAdDraft, readAdDraft, saveAdDraft } from '#client/platform/forms/drafts.ts';
import type { AnnouncementType } from '#src/features/announcements/fields.ts';

/** Amounts are the typed text; `event_id` is empty until an event is chosen. */
export type CreateValues = {
  announcement_type: AnnouncementType;
  event_id: string;
  distance: string;
  price: string;
  has_name_change_fee: boolean;
  name_change_fee: string;
  description: string;
};

export const EMPTY_VALUES: CreateValues = {
  announcement_type: 'sale',
  event_id: '',
  distance: '',
  price: '',
  has_name_change_fee: false,
  name_change_fee: '',
  description: '',
};

type Draft = { user_id: string; linkedEventId: string; values: CreateValues };

/** Stored for this tab, so that a reload or an expired session loses nothing. */
export function saveDraft(draft: Draft): void {
  if (JSON.stringify(draft.values) === JSON.stringify({ ...EMPTY_VALUES, event_id: draft.linkedEventId }))
    forgetAdDraft();
  else saveAdDraft(JSON.stringify(draft));
}

/** The event of a link replaces that of the draft, unless the draft was started from the same link. */
export function initialValues(user_id: string, linkedEventId: string): CreateValues {
  const draft = readDraft();
  if (draft?.user_id !== user_id) return { ...EMPTY_VALUES, event_id: linkedEventId };
  if (!linkedEventId || draft.linkedEventId === linkedEventId) return draft.values;
  return { ...draft.values, event_id: linkedEventId, distance: '' };
}

function readDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(readAdDraft() ?? 'null') as Draft | null;
    // An older version of the page may have stored other fields.
    const isComplete = Object.entries(EMPTY_VALUES).every(
      ([name, empty]) => typeof draft?.values[name as keyof CreateValues] === typeof empty,
    );
    return draft && isComplete ? draft : undefined;
  } catch {
    return undefined;
  }
}
