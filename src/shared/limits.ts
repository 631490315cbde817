// Limits that are checked before any content is processed. They are in one file so that `tests/trust/cost` can run
// without them.

/** In characters: twice the longest valid text, because white space is trimmed only later. */
const TEXT_READ_MAX = 10_000;

export const isTextOver = (text: string): boolean => text.length > TEXT_READ_MAX;

export const isListOver = (list: readonly unknown[], max: number): boolean => list.length > max;

/** Includes keys. A batch of the ten largest calls has under 1,500 values. */
export const JSON_VALUES_MAX = 5000;
export const JSON_DEPTH_MAX = 16;
