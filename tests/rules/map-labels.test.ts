import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  boxOf,
  LANDSKAP_CHARACTER_PX,
  PLACE_CHARACTER_PX,
  placeLabels,
} from '#client/features/map/labels.ts';

const NOTHING = { places: [], landskap: [], discs: [], textScale: 1 };
const at = (name: string, x: number, y: number) => ({ name, x, y });

describe('the names on the map', () => {
  test('are written to the right of their dots', () => {
    const { places } = placeLabels({ ...NOTHING, places: [at('Mora', 100, 100)] });
    expect(places).toEqual([
      { name: 'Mora', dot: { x: 100, y: 100 }, anchor: 'start', text: { x: 106, y: 100 } },
    ]);
  });

  test('are written to the left if another name is to the right', () => {
    const { places } = placeLabels({ ...NOTHING, places: [at('Åre', 150, 100), at('Östersund', 100, 100)] });
    expect(places[1]).toMatchObject({ name: 'Östersund', anchor: 'end', text: { x: 94, y: 100 } });
  });

  test('leave out a place next to a larger one', () => {
    const { places } = placeLabels({ ...NOTHING, places: [at('Stockholm', 100, 100), at('Solna', 98, 92)] });
    expect(places.map(({ name }) => name)).toEqual(['Stockholm']);
  });

  test('are written beside the marker that covers their place, without a dot', () => {
    const { places } = placeLabels({
      ...NOTHING,
      places: [at('Mora', 104, 100)],
      discs: [{ x: 100, y: 98, radius: 20 }],
    });
    expect(places).toEqual([{ name: 'Mora', dot: undefined, anchor: 'start', text: { x: 126, y: 98 } }]);
  });

  test('overlap neither each other nor a marker, also in larger text', () => {
    const position = { x: fc.integer({ min: 0, max: 600 }), y: fc.integer({ min: 0, max: 400 }) };
    const name = fc.constantFrom('Ed', 'Mora', 'Östersund', 'Kristianstad');
    const names = fc.array(fc.record({ name, ...position }), { maxLength: 30 });
    const discs = fc.array(fc.record({ radius: fc.constantFrom(17, 20, 27), ...position }), { maxLength: 8 });
    fc.assert(
      fc.property(names, names, discs, fc.constantFrom(1, 2), (places, landskap, discs, textScale) => {
        const labels = placeLabels({ places, landskap, discs, textScale });
        const boxes = [
          ...labels.places.map((label) => boxOf(label, PLACE_CHARACTER_PX, textScale)),
          ...labels.landskap.map((label) => boxOf(label, LANDSKAP_CHARACTER_PX, textScale)),
        ];
        boxes.forEach((a, i) => {
          const covers = (b: typeof a) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          expect(boxes.slice(i + 1).some(covers)).toBeFalse();
          const isUnderMarker = discs.some(({ x, y, radius }) => {
            const dx = x - Math.max(a.left, Math.min(x, a.right));
            const dy = y - Math.max(a.top, Math.min(y, a.bottom));
            return Math.hypot(dx, dy) < radius;
          });
          expect(isUnderMarker).toBeFalse();
        });
      }),
    );
  });
});

test('the detailed outline of the map is under 55 kB gzipped, names its license and lists larger towns first', async () => {
  const file = join(import.meta.dir, '../../client/features/map/outline-detail.generated.json');
  const json = await Bun.file(file).text();
  expect(Bun.gzipSync(json).length).toBeLessThan(55_000);
  const { source, names } = JSON.parse(json);
  expect(source).toContain('CC BY 4.0');
  expect(names.slice(0, 3).map(([name]: [string]) => name)).toEqual(['Stockholm', 'Göteborg', 'Malmö']);
});
