export type Sort<Key extends string = string> = { key: Key; descending: boolean };

/** The key, with a minus prefix if descending. */
export const sortText = ({ key, descending }: Sort): string => `${descending ? '-' : ''}${key}`;

export function sortOf<Key extends string>(
  text: string,
  keys: readonly Key[],
  fallback: Sort<Key>,
): Sort<Key> {
  const key = keys.find((candidate) => candidate === text.replace(/^-/, ''));
  return key ? { key, descending: text.startsWith('-') } : fallback;
}
