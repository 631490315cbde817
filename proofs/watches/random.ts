export type Random = ReturnType<typeof randomFrom>;

/** The Mulberry32 generator, which gives the same choices for the same seed. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    chance: (probability: number) => next() < probability,
    integer,
    pick: <One>(list: readonly One[]): One => list[integer(0, list.length - 1)] as One,
  };
}
