/** Swedish order, with numbers inside names by value. */
export const byName = new Intl.Collator('sv', { numeric: true }).compare;

export function sorted<Item, Key extends string>(
  items: readonly Item[],
  orders: Record<Key, (a: Item, b: Item) => number>,
  { key, descending }: { key: Key; descending: boolean },
): Item[] {
  const order = orders[key];
  return items.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
}
