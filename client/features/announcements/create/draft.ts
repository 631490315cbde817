import type { AnnouncementType } from '../../../../src/features/announcements/contract';
import { forgetAdDraft, keepAdDraft, readAdDraft } from '../../../platform/forms/drafts';

/** What the form holds. Amounts are text as typed; `event_id` is empty while no event is chosen. */
export type CreateValues = {
  announcement_type: AnnouncementType;
  event_id: string;
  distance: string;
  price: string;
  has_name_change_fee: boolean;
  name_change_fee: string;
  description: string;
};

export const EMPTY: CreateValues = {
  announcement_type: 'sale',
  event_id: '',
  distance: '',
  price: '',
  has_name_change_fee: false,
  name_change_fee: '',
  description: '',
};

/** `invited` is the event of the link that led to the form; `user_id` whose draft it is. */
type Draft = { user_id: string; invited: string; values: CreateValues };

/** Keeps what is half typed while the tab lives: a reload, a wrong link or a dead session loses nothing. */
export function keepDraft(draft: Draft): void {
  if (JSON.stringify(draft.values) === JSON.stringify({ ...EMPTY, event_id: draft.invited })) forgetAdDraft();
  else keepAdDraft(JSON.stringify(draft));
}

/**
 * What the form starts with: the draft of this member if there is one. An event that a link invites to wins over the
 * draft's, unless the draft began at that very link.
 */
export function startingValues(user_id: string, invited: string): CreateValues {
  const draft = readDraft();
  if (draft?.user_id !== user_id) return { ...EMPTY, event_id: invited };
  if (!invited || draft.invited === invited) return draft.values;
  return { ...draft.values, event_id: invited, distance: '' };
}

function readDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(readAdDraft() ?? 'null') as Draft | null;
    // What an older version of the page kept may look otherwise.
    const isWhole = Object.entries(EMPTY).every(
      ([name, empty]) => typeof draft?.values[name as keyof CreateValues] === typeof empty,
    );
    return draft && isWhole ? draft : undefined;
  } catch {
    return undefined;
  }
}
