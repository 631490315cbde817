import fc from 'fast-check';

/** The same seed draws the same values. */
export type Draw = ReturnType<typeof drawFrom>;

export const drawFrom = (take: fc.GeneratorValue) => {
  const int = (min: number, max: number) => take(fc.integer, { min, max });
  const pick = <Item>(items: readonly Item[]): Item => items[int(0, items.length - 1)] as Item;
  return {
    int,
    pick,
    chance: (percent: number) => int(1, 100) <= percent,
    id: () => take(fc.uuid),
    list: <Item>(max: number, make: (index: number) => Item) =>
      Array.from({ length: int(0, max) }, (_, index) => make(index)),
    characters: (maxLength: number) => take(fc.string, { unit: 'grapheme', maxLength, minLength: 1 }),
  };
};

export function drawn<Result>(seed: number, make: (draw: Draw) => Result): Result {
  const arbitrary = fc.gen().map((take) => make(drawFrom(take)));
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] as Result;
}
