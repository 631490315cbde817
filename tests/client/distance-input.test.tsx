import { describe, expect, test } from 'bun:test';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DistanceInput } from '../../client/features/events/distance-input';
import { Field } from '../../client/ui/field';
import { NO_DISTANCES } from '../../src/shared/distance-typing';
import { detailOf } from '../../src/shared/errors';
import type { Sport } from '../../src/shared/sports';

const SENTENCE = 'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")';

function Stage({ sport }: { sport: Sport | '' }) {
  const [value, setValue] = useState(NO_DISTANCES);
  const [error, setError] = useState<string>();
  return (
    <Field label="Distanser" error={error}>
      {(wiring) => (
        <DistanceInput
          wiring={wiring}
          name="distances"
          sport={sport}
          value={value}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
          onRefused={() => setError(detailOf('event.distance'))}
        />
      )}
    </Field>
  );
}

function stage(sport: Sport | '' = 'Löpning') {
  render(<Stage sport={sport} />);
  const input = screen.getByLabelText<HTMLInputElement>('Distanser');
  return {
    input,
    type: (text: string) => userEvent.type(input, text),
    chips: () => [...document.querySelectorAll('.distance-chip')].map((chip) => chip.textContent),
  };
}

describe('the distance input (section 5, D16)', () => {
  test('Enter and comma add a chip', async () => {
    const { type, chips, input } = stage();
    await type('10 km{Enter}');
    await type('5000 m,');
    expect(chips()).toEqual(['10 km', '5000 m']);
    expect(input.value).toBe('');
  });

  test('a comma between digits never adds; the one after the unit does', async () => {
    const { type, chips, input } = stage();
    await type('10,5 km');
    expect(chips()).toEqual([]);
    expect(input.value).toBe('10,5 km');
    await type(',');
    expect(chips()).toEqual(['10,5 km']);
  });

  test('Backspace in the empty field removes the last, in text it removes a letter', async () => {
    const { type, chips, input } = stage();
    await type('5 km,10 km,x{Backspace}');
    expect(chips()).toEqual(['5 km', '10 km']);
    expect(input.value).toBe('');
    await type('{Backspace}');
    expect(chips()).toEqual(['5 km']);
  });

  test('duplicates are ignored', async () => {
    const { type, chips } = stage();
    await type('10 km,10km{Enter}10 KM{Enter}');
    expect(chips()).toEqual(['10 km']);
  });

  test('km, m, mil, K and a bare number are taken', async () => {
    const { type, chips } = stage();
    await type('10km{Enter}800 m{Enter}2 mil{Enter}5K{Enter}1500{Enter}');
    expect(chips()).toEqual(['10km', '800 m', '2 mil', '5K', '1500']);
  });

  for (const [how, keys] of [
    ['Enter', 'lång{Enter}'],
    ['a comma', 'lång,'],
    ['leaving the field', 'lång{Tab}'],
  ] as const) {
    test(`what is no distance is refused on ${how}, stays in the field, and the error is tied to it`, async () => {
      const { type, chips, input } = stage();
      await type(keys);
      expect(chips()).toEqual([]);
      expect(input.value).toBe('lång');
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        SENTENCE,
      );
    });
  }

  test('the error goes away when the text is changed', async () => {
    const { type, input } = stage();
    await type('lång{Enter}');
    await userEvent.clear(input);
    await type('1');
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });

  test('Triathlon takes any text', async () => {
    const { type, chips } = stage('Triathlon');
    await type('Sprint,Olympic{Enter}');
    expect(chips()).toEqual(['Sprint', 'Olympic']);
  });

  test('a pasted list is split, its decimals kept', async () => {
    const { input, chips } = stage();
    await userEvent.click(input);
    await userEvent.paste('10 km, 21,1 km\n42,2 km');
    expect(chips()).toEqual(['10 km', '21,1 km', '42,2 km']);
  });

  test('unfinished text is taken on leaving the field', async () => {
    const { type, chips } = stage();
    await type('10,5 km{Tab}');
    expect(chips()).toEqual(['10,5 km']);
  });

  test('each chip has a button of its own name, which gives focus back to the field', async () => {
    const { type, chips, input } = stage();
    await type('5 km,10 km,');
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort 5 km' }));
    expect(chips()).toEqual(['10 km']);
    expect(document.activeElement).toBe(input);
    expect(screen.getByRole('status').textContent).toBe('5 km borttagen');
  });
});
