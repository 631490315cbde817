/** By which column a list is sorted, and which end of it comes first. */
export type Sort<Key extends string = string> = { key: Key; descending: boolean };

/** As it stands in a URL: the key, with a minus before it when the last comes first. */
export const sortText = ({ key, descending }: Sort): string => `${descending ? '-' : ''}${key}`;

/** The order that a URL asks for; `otherwise` when it is by none of the keys. */
export function sortOf<Key extends string>(
  text: string,
  keys: readonly Key[],
  otherwise: Sort<Key>,
): Sort<Key> {
  const key = keys.find((known) => known === text.replace(/^-/, ''));
  return key ? { key, descending: text.startsWith('-') } : otherwise;
}
