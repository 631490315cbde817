/** Compares names as Swedish sorts them, and numbers in them by their value. */
export const byName = new Intl.Collator('sv', { numeric: true }).compare;

/** Sorts by one of several orders; equal items stay in the order they came in. */
export function sorted<Item, Key extends string>(
  items: readonly Item[],
  orders: Record<Key, (a: Item, b: Item) => number>,
  { key, descending }: { key: Key; descending: boolean },
): Item[] {
  const order = orders[key];
  return items.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
}
