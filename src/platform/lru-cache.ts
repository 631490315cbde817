/** Keeps the `max` most recently used values. */
export function createLruCache<Value>(max: number) {
  // A Map iterates in insertion order, so the first key is the least recently used one.
  const values = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > max && oldest !== undefined) values.delete(oldest);
  };
  return {
    get(key: string): Value | undefined {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => values.delete(key),
  };
}
