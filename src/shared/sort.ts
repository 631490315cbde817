/** Compares names in Swedish order, and numbers inside them by value. */
export const byName = new Intl.Collator('sv', { numeric: true }).compare;

/** Returns the items in one of several orders. Equal items keep their order. */
export function sorted<Item, Key extends string>(
  items: readonly Item[],
  orders: Record<Key, (a: Item, b: Item) => number>,
  { key, descending }: { key: Key; descending: boolean },
): Item[] {
  const order = orders[key];
  return items.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
}
