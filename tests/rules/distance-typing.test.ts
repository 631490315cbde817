import { describe, expect, test } from 'bun:test';
import {
  commitDistances,
  NO_DISTANCES,
  pasteDistances,
  type TypedDistances,
  typeDistances,
} from '#src/shared/distance-input.ts';
import type { Sport } from '#src/shared/sports.ts';

function typeText(text: string, sport: Sport | '' = '', from: TypedDistances = NO_DISTANCES): TypedDistances {
  return [...text].reduce((state, character) => typeDistances(state, state.draft + character, sport), from);
}
const state = (committed: string[], draft = ''): TypedDistances => ({ committed, draft });

describe('a comma while typing', () => {
  test('completes a distance after its unit', () => {
    expect(typeText('10 km,')).toEqual(state(['10 km']));
    expect(typeText('10 km, 5 km,')).toEqual(state(['10 km', '5 km']));
  });

  test('between digits is a decimal comma and completes nothing', () => {
    expect(typeText('10,')).toEqual(state([], '10,'));
    expect(typeText('10,5 km')).toEqual(state([], '10,5 km'));
    expect(typeText('10,5 km,')).toEqual(state(['10,5 km']));
    expect(typeText('42,1km,21,1km,')).toEqual(state(['42,1 km', '21,1 km']));
  });

  test('after a digit completes a distance once something other than a digit follows', () => {
    expect(typeText('5000, ')).toEqual(state(['5000']));
    expect(typeText('5000, 10 km,')).toEqual(state(['5000', '10 km']));
  });

  test('keeps the text of an invalid distance in the field, so that it can be corrected', () => {
    expect(typeText('lång,')).toEqual(state([], 'lång'));
    expect(typeText('10 km, lång,')).toEqual(state(['10 km'], 'lång'));
    expect(typeText(',')).toEqual(NO_DISTANCES);
  });

  test('does not add a distance twice, however it is written', () => {
    expect(typeText('10 km, 10km, 10 KM,')).toEqual(state(['10 km']));
  });

  test('completes any text for Triathlon', () => {
    expect(typeText('Sprint, Olympic,', 'Triathlon')).toEqual(state(['Sprint', 'Olympic']));
  });
});

describe('finishing the typed distances', () => {
  test('adds the unfinished text, also with a comma at its end', () => {
    expect(commitDistances(state(['5 km'], '10'), '')).toEqual(state(['5 km', '10']));
    expect(commitDistances(state([], '10,'), '')).toEqual(state(['10']));
    expect(commitDistances(state([], ' 1,2 mil '), '')).toEqual(state(['1,2 mil']));
  });

  test('leaves text that is not a distance', () => {
    expect(commitDistances(state(['5 km'], 'lång'), '')).toEqual(state(['5 km'], 'lång'));
    expect(commitDistances(state([], '6 timmar'), 'Löpning')).toEqual(state([], '6 timmar'));
  });

  test('changes nothing without text', () => {
    expect(commitDistances(state(['5 km']), '')).toEqual(state(['5 km']));
  });
});

describe('pasteDistances', () => {
  test('splits a list and keeps decimals whole', () => {
    expect(pasteDistances(NO_DISTANCES, '10,5 km, 21,1 km', '')).toEqual(state(['10,5 km', '21,1 km']));
    expect(pasteDistances(state(['5 km']), '10 km\n21,1 km;42,2 km', '')).toEqual(
      state(['5 km', '10 km', '21,1 km', '42,2 km']),
    );
  });

  test('leaves the invalid part of a list as text', () => {
    expect(pasteDistances(NO_DISTANCES, '10 km, lång, 5 km', '')).toEqual(state(['10 km', '5 km'], 'lång'));
  });

  test('leaves a single distance as text', () => {
    expect(pasteDistances(NO_DISTANCES, '10,5 km', '')).toEqual(state([], '10,5 km'));
  });
});
