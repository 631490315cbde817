import fc from 'fast-check';

/** The same seed draws the same values. */
export type Draw = ReturnType<typeof drawFrom>;

export const drawFrom = (generate: fc.GeneratorValue) => {
  const int = (min: number, max: number) => generate(fc.integer, { min, max });
  const pick = <Item>(items: readonly Item[]): Item => items[int(0, items.length - 1)] as Item;
  return {
    int,
    pick,
    chance: (percent: number) => int(1, 100) <= percent,
    id: () => generate(fc.uuid),
    list: <Item>(max: number, make: (index: number) => Item) =>
      Array.from({ length: int(0, max) }, (_, index) => make(index)),
    characters: (maxLength: number) => generate(fc.string, { unit: 'grapheme', maxLength, minLength: 1 }),
  };
};

export function drawFromSeed<Result>(seed: number, make: (draw: Draw) => Result): Result {
  const arbitrary = fc.gen().map((generate) => make(drawFrom(generate)));
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] as Result;
}
