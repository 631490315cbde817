// Limits that are checked before any content is processed. They are in one file so that `proofs/cost` can run
// without them.

/** In characters: twice the longest valid text, because white space is trimmed only later. */
const TEXT_READ_MAX = 10_000;

export const isTextOver = (text: string): boolean => text.length > TEXT_READ_MAX;

export const isListOver = (list: readonly unknown[], max: number): boolean => list.length > max;

/** Keys, objects and lists. A batch of the ten largest calls has under 1,000. */
export const JSON_VALUES_MAX = 3000;
/** Commas: the members of objects and the items of lists. A change of many events has 20,000 ids. */
export const JSON_ITEMS_MAX = 25_000;
export const JSON_DEPTH_MAX = 16;
