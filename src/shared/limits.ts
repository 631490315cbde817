// Limits that are checked before any content is processed. They are in one file so that `tests/trust/cost` can run
// without them.

/** In characters: twice the longest valid text, because white space is trimmed only later. */
const TEXT_READ_MAX = 10_000;

/** Returns whether a text is too long to be trimmed or matched. */
export const isTextOver = (text: string): boolean => text.length > TEXT_READ_MAX;

/** Returns whether a list is too long for its items to be validated. */
export const isListOver = (list: readonly unknown[], max: number): boolean => list.length > max;

/**
 * Limits of a JSON body: values including keys, and levels of nesting. A batch of the ten largest calls has under 1,500
 * values.
 */
export const JSON_VALUES_MAX = 5000;
export const JSON_DEPTH_MAX = 16;
