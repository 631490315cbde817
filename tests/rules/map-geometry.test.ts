import { describe, expect, test } from 'bun:test';
import {
  boundsOf,
  clampView,
  contains,
  DEFAULT_VIEW,
  hasRoomBeside,
  panAboveCard,
  panView,
  pixelOf,
  placePopup,
  viewOfArea,
  viewOfSweden,
} from '#client/features/map/geometry.ts';
import { project, unproject } from '#src/shared/mercator.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const KIRUNA = at(67.855, 20.225);
const TRERIKSROSET = at(69.06, 20.55);
const SMYGEHUK = at(55.34, 13.36);
const HAPARANDA = at(65.84, 24.13);

describe('web Mercator', () => {
  test('projects the world to a square', () => {
    expect(project(at(0, -180))).toEqual({ x: 0, y: 0.5 });
    expect(project(at(85.0511287798, 180)).y).toBeCloseTo(0, 6);
  });

  test('unprojects to the same coordinates', () => {
    const { latitude, longitude } = unproject(project(KIRUNA));
    expect(latitude).toBeCloseTo(KIRUNA.latitude, 9);
    expect(longitude).toBeCloseTo(KIRUNA.longitude, 9);
  });
});

describe('the initial view of the map', () => {
  test('is 62,15 at zoom 5 when the map is tall enough', () => {
    expect(viewOfSweden({ width: 1000, height: 900 })).toEqual({ center: at(62, 15), zoom: 5 });
    expect(DEFAULT_VIEW.zoom).toBe(5);
  });

  test.each([
    [792, 600],
    [390, 600],
    [320, 420],
    [1600, 600],
  ])('shows all of Sweden on a map of %i × %i', (width, height) => {
    const size = { width, height };
    const view = viewOfSweden(size);
    for (const corner of [KIRUNA, TRERIKSROSET, SMYGEHUK, HAPARANDA]) {
      const { x, y } = pixelOf(corner, view, size);
      expect(x).toBeWithin(17, width - 17);
      expect(y).toBeWithin(17, height - 17);
    }
  });

  test('is centred on 62,15 if the map is wide, and on all of Sweden if it is narrow', () => {
    const wide = viewOfSweden({ width: 792, height: 600 });
    expect(wide.center).toEqual(at(62, 15));
    const size = { width: 390, height: 620 };
    const narrow = viewOfSweden(size);
    expect(narrow.zoom).toBeGreaterThan(wide.zoom + 0.2);
    const [top, bottom] = [69.07, 55.33].map((latitude) => pixelOf(at(latitude, 15), narrow, size).y);
    expect((top ?? 0) + (bottom ?? 0)).toBeCloseTo(size.height, 6);
    expect(top).toBeWithin(23, 30);
  });

  test.each([
    [792, 600],
    [390, 600],
  ])('shows all of a chosen area on a map of %i × %i, and not much more', (width, height) => {
    const area = { west: 13.6, south: 60.2, east: 16.7, north: 62.2 };
    const view = viewOfArea(area, { width, height }, 11);
    const northWest = pixelOf(at(area.north, area.west), view, { width, height });
    const southEast = pixelOf(at(area.south, area.east), view, { width, height });
    expect(Math.min(northWest.x, northWest.y)).toBeWithin(23, 30);
    expect(width - southEast.x).toBeGreaterThan(23);
    expect(height - southEast.y).toBeGreaterThan(23);
  });

  test('keeps the surroundings of a single event in view', () => {
    const area = { west: 15, south: 62, east: 15, north: 62 };
    expect(viewOfArea(area, { width: 792, height: 600 }, 17).zoom).toBe(8);
  });

  test('would hide Kiruna at zoom 5 on a map of 600 px in height', () => {
    expect(pixelOf(KIRUNA, DEFAULT_VIEW, { width: 792, height: 600 }).y).toBeLessThan(0);
  });
});

describe('the view of the map', () => {
  test('pans by the given number of pixels', () => {
    const size = { width: 792, height: 600 };
    const before = pixelOf(KIRUNA, DEFAULT_VIEW, size);
    const after = pixelOf(KIRUNA, panView(DEFAULT_VIEW, { x: 100, y: -40 }), size);
    expect(after.x).toBeCloseTo(before.x - 100, 6);
    expect(after.y).toBeCloseTo(before.y + 40, 6);
  });

  test('is limited to the area and the zoom of the map', () => {
    const clamped = clampView({ center: at(20, -60), zoom: 30 }, 11);
    expect(clamped).toEqual({ center: at(54, 4), zoom: 11 });
    expect(clampView(DEFAULT_VIEW, 11)).toEqual(DEFAULT_VIEW);
  });

  test('contains only what is between its edges', () => {
    const bounds = boundsOf(DEFAULT_VIEW, { width: 792, height: 600 });
    expect(contains(bounds, at(62, 15))).toBeTrue();
    expect(contains(bounds, KIRUNA)).toBeFalse();
    expect(contains(bounds, at(62, 60))).toBeFalse();
  });

  test('is panned so that the card does not cover a spot, and otherwise stays', () => {
    const size = { width: 390, height: 600 };
    const view = viewOfSweden(size);
    expect(pixelOf(SMYGEHUK, panAboveCard(SMYGEHUK, view, size, 280), size).y).toBeCloseTo(256, 6);
    expect(panAboveCard(KIRUNA, view, size, 280)).toBe(view);
  });
});

describe('the popup', () => {
  const map = { width: 776, height: 600 };
  const popup = { width: 316, height: 240 };
  const radius = 26;

  test('is placed beside its marker, never over it', () => {
    for (let x = 0; x <= map.width; x += 7) {
      for (let y = 0; y <= map.height; y += 11) {
        const { left, top } = placePopup({ x, y }, radius, map, popup);
        const isBesideMarker = left >= x + radius || left + popup.width <= x - radius;
        expect(isBesideMarker).toBeTrue();
        expect(left).toBeWithin(12, map.width - popup.width - 11);
        expect(top).toBeWithin(12, map.height - popup.height - 11);
      }
    }
  });

  test('is to the right if there is room, else to the left, with its arrow at the marker', () => {
    expect(placePopup({ x: 300, y: 300 }, radius, map, popup)).toEqual({
      side: 'right',
      left: 342,
      top: 180,
      arrow: 120,
    });
    expect(placePopup({ x: 700, y: 20 }, radius, map, popup)).toEqual({
      side: 'left',
      left: 342,
      top: 12,
      arrow: 24,
    });
  });

  test('has no room beside the marker on a narrow map', () => {
    expect(hasRoomBeside(map, radius)).toBeTrue();
    expect(hasRoomBeside({ width: 390, height: 600 }, radius)).toBeFalse();
    expect(hasRoomBeside({ width: 700, height: 600 }, radius)).toBeFalse();
  });
});
