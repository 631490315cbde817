import { describe, expect, test } from 'bun:test';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DistanceInput } from '#client/features/events/form/distance-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { NO_DISTANCES } from '#src/shared/distance-input.ts';
import { detailOf } from '#src/shared/errors.ts';
import type { Sport } from '#src/shared/sports.ts';

const INVALID_DISTANCE = 'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")';

function Harness({ sport }: { sport: Sport | '' }) {
  const [value, setValue] = useState(NO_DISTANCES);
  const [error, setError] = useState<string>();
  return (
    <Field label="Distanser" error={error}>
      {(ariaProps) => (
        <DistanceInput
          ariaProps={ariaProps}
          name="distances"
          sport={sport}
          value={value}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
          onError={() => setError(detailOf('event.distance'))}
        />
      )}
    </Field>
  );
}

function renderInput(sport: Sport | '' = 'Löpning') {
  render(<Harness sport={sport} />);
  const input = screen.getByLabelText<HTMLInputElement>('Distanser');
  return {
    input,
    type: (text: string) => userEvent.type(input, text),
    chips: () => [...document.querySelectorAll('.distance-chip')].map((chip) => chip.textContent),
  };
}

describe('the distance input', () => {
  test('adds a chip on Enter and on a comma', async () => {
    const { type, chips, input } = renderInput();
    await type('10 km{Enter}');
    await type('5000 m,');
    expect(chips()).toEqual(['10 km', '5000 m']);
    expect(input.value).toBe('');
  });

  test('treats a comma between digits as a decimal comma, and adds a chip on a comma after the unit', async () => {
    const { type, chips, input } = renderInput();
    await type('10,5 km');
    expect(chips()).toEqual([]);
    expect(input.value).toBe('10,5 km');
    await type(',');
    expect(chips()).toEqual(['10,5 km']);
  });

  test('removes the last chip with Backspace only when the field is empty', async () => {
    const { type, chips, input } = renderInput();
    await type('5 km,10 km,x{Backspace}');
    expect(chips()).toEqual(['5 km', '10 km']);
    expect(input.value).toBe('');
    await type('{Backspace}');
    expect(chips()).toEqual(['5 km']);
  });

  test('ignores duplicates', async () => {
    const { type, chips } = renderInput();
    await type('10 km,10km{Enter}10 KM{Enter}');
    expect(chips()).toEqual(['10 km']);
  });

  test('accepts km, m, mil, K and a bare number', async () => {
    const { type, chips } = renderInput();
    await type('10km{Enter}800 m{Enter}2 mil{Enter}5K{Enter}1500{Enter}');
    expect(chips()).toEqual(['10 km', '800 m', '2 mil', '5 km', '1500']);
  });

  test('asks for the unit of a bare number, and adds the chosen unit to its chip', async () => {
    const { type, chips, input } = renderInput();
    await type('10 km{Enter}5,5{Enter}');
    expect(screen.getByText('5,5: km eller m?')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('5,5 tillagd. Km eller m?');
    await userEvent.click(screen.getByRole('button', { name: '5,5 km' }));
    expect(chips()).toEqual(['10 km', '5,5 km']);
    expect(document.activeElement).toBe(input);
    expect(screen.queryByText(/km eller m\?/)).toBeNull();
  });

  test('does not ask for a unit in Triathlon: a number may be a name there', async () => {
    const { type, chips } = renderInput('Triathlon');
    await type('70.3{Enter}');
    expect(chips()).toEqual(['70.3']);
    expect(screen.queryByText(/km eller m\?/)).toBeNull();
  });

  for (const [trigger, keys] of [
    ['Enter', 'lång{Enter}'],
    ['a comma', 'lång,'],
    ['leaving the field', 'lång{Tab}'],
  ] as const) {
    test(`rejects an invalid distance on ${trigger}, keeps it in the field and links the error to the field`, async () => {
      const { type, chips, input } = renderInput();
      await type(keys);
      expect(chips()).toEqual([]);
      expect(input.value).toBe('lång');
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        INVALID_DISTANCE,
      );
    });
  }

  test('removes the error when the text changes', async () => {
    const { type, input } = renderInput();
    await type('lång{Enter}');
    await userEvent.clear(input);
    await type('1');
    expect(screen.queryByText(INVALID_DISTANCE)).toBeNull();
  });

  test('accepts any text for Triathlon', async () => {
    const { type, chips } = renderInput('Triathlon');
    await type('Sprint,Olympic{Enter}');
    expect(chips()).toEqual(['Sprint', 'Olympic']);
  });

  test('splits a pasted list and keeps decimal commas', async () => {
    const { input, chips } = renderInput();
    await userEvent.click(input);
    await userEvent.paste('10 km, 21,1 km\n42,2 km');
    expect(chips()).toEqual(['10 km', '21,1 km', '42,2 km']);
  });

  test('adds the remaining text when the field loses focus', async () => {
    const { type, chips } = renderInput();
    await type('10,5 km{Tab}');
    expect(chips()).toEqual(['10,5 km']);
  });

  test('has a remove button named after each chip; pressing it returns focus to the field', async () => {
    const { type, chips, input } = renderInput();
    await type('5 km,10 km,');
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort 5 km' }));
    expect(chips()).toEqual(['10 km']);
    expect(document.activeElement).toBe(input);
    expect(screen.getByRole('status').textContent).toBe('5 km borttagen');
  });
});
