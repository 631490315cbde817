// Sizes that are checked before the content is read. In one file, so that `tests/trust/cost` can run without them.

/** Twice the longest valid text, in characters, which leaves room for white space that is trimmed. */
const TEXT_READ_MAX = 10_000;

/** Whether a text is too long to be trimmed or matched. */
export const isTextOver = (text: string): boolean => text.length > TEXT_READ_MAX;

/** Whether a list is too long for its items to be validated. */
export const isListOver = (list: readonly unknown[], max: number): boolean => list.length > max;

/** Values of a JSON body, keys included, and levels of nesting. A batch of ten of the largest calls has under 1,500. */
export const JSON_VALUES_MAX = 5000;
export const JSON_DEPTH_MAX = 16;
