/** Longer texts are cut, in UTF-16 code units. */
export const SEARCH_MAX = 200;
