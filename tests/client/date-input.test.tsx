import { describe, expect, test } from 'bun:test';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DateInput, DateTimeInput } from '#client/ui/date-input.tsx';
import { isDay } from '#src/shared/dates.ts';
import { freshPage } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

type HarnessProps = {
  Input: typeof DateInput | typeof DateTimeInput;
  initialValue: string;
  min?: string;
  defaultTime?: string;
  /** The caller stores only days. */
  onlyDays?: boolean;
};

function Harness({ Input, initialValue, onlyDays = false, ...rest }: HarnessProps) {
  const [value, setValue] = useState(initialValue);
  const change = (text: string) => (!onlyDays || !text || isDay(text)) && setValue(text);
  return (
    <>
      <Input aria-label="Datum" value={value} onChange={change} {...rest} />
      <output>{value}</output>
    </>
  );
}

function open(initialValue = '', props: Partial<HarnessProps> = {}) {
  render(<Harness Input={DateInput} initialValue={initialValue} {...props} />);
  return {
    input: screen.getByLabelText<HTMLInputElement>('Datum'),
    value: () => document.querySelector('output')?.textContent,
  };
}

const openCalendar = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Välj i kalender' }));
  return screen.findByRole('dialog', { name: 'Välj datum' });
};
const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
const dayButton = (name: string) => screen.getByRole('button', { name });

describe('the date input', () => {
  test('is a text field, so that its format does not depend on the language of the browser', () => {
    const { input } = open('2027-02-06');
    expect([input.type, input.value, input.placeholder]).toEqual(['text', '2027-02-06', 'ÅÅÅÅ-MM-DD']);
  });

  test('rewrites a day typed in another format when it loses focus', async () => {
    const { input, value } = open();
    await userEvent.type(input, '6/2 2027');
    expect(input.value).toBe('6/2 2027');
    await userEvent.tab();
    expect([input.value, value()]).toEqual(['2027-02-06', '2027-02-06']);
  });

  test('rewrites the day on Enter, before a form is sent', async () => {
    const { input, value } = open();
    await userEvent.type(input, '20270206{Enter}');
    expect([input.value, value()]).toEqual(['2027-02-06', '2027-02-06']);
  });

  test('reports and keeps an invalid day, so that the form can show an error', async () => {
    const { input, value } = open();
    await userEvent.type(input, '2027-02-30');
    await userEvent.tab();
    expect([input.value, value()]).toEqual(['2027-02-30', '2027-02-30']);
  });

  test('returns to the last valid day when it loses focus if the caller stores only days', async () => {
    const { input, value } = open('2027-02-06', { onlyDays: true });
    await userEvent.type(input, '{Backspace}9');
    expect(value()).toBe('2027-02-09');
    await userEvent.type(input, '{Backspace}');
    expect([input.value, value()]).toEqual(['2027-02-0', '2027-02-09']);
    await userEvent.tab();
    expect(input.value).toBe('2027-02-09');
  });
});

describe('the calendar of a date input', () => {
  test('opens at the chosen day, with week numbers and weeks from Monday to Sunday', async () => {
    open('2027-02-06');
    const dialog = await openCalendar();
    await waitFor(() => expect(focusedLabel()).toBe('lördag 6 februari 2027'));
    expect(dialog.textContent).toContain('Februari 2027');
    const headers = [...dialog.querySelectorAll('thead th')].map((header) => header.textContent);
    expect(headers).toEqual(['v.', 'mån', 'tis', 'ons', 'tor', 'fre', 'lör', 'sön']);
    expect(document.activeElement?.closest('tr')?.querySelector('th')?.textContent).toBe('5');
    expect(dialog.querySelectorAll('[aria-selected="true"]')).toHaveLength(1);
  });

  test('opens at min when no day is chosen and min is after today', async () => {
    open('', { min: '2027-03-01' });
    await openCalendar();
    await waitFor(() => expect(focusedLabel()).toBe('måndag 1 mars 2027'));
  });

  test('moves by day, week, month and year with the keys of the WAI-ARIA pattern', async () => {
    open();
    await openCalendar();
    await waitFor(() => expect(focusedLabel()).toBe('fredag 15 januari 2027'));
    for (const [key, day] of [
      ['{ArrowRight}', 'lördag 16 januari 2027'],
      ['{ArrowDown}', 'lördag 23 januari 2027'],
      ['{Home}', 'måndag 18 januari 2027'],
      ['{End}', 'söndag 24 januari 2027'],
      ['{ArrowUp}', 'söndag 17 januari 2027'],
      ['{ArrowLeft}', 'lördag 16 januari 2027'],
      ['{PageDown}', 'tisdag 16 februari 2027'],
      ['{Shift>}{PageDown}{/Shift}', 'onsdag 16 februari 2028'],
      ['{PageUp}', 'söndag 16 januari 2028'],
      ['{Shift>}{PageUp}{/Shift}', 'lördag 16 januari 2027'],
    ] as const) {
      await userEvent.keyboard(key);
      expect([key, focusedLabel()]).toEqual([key, day]);
    }
  });

  test('chooses the day on Enter, closes and returns focus to its button', async () => {
    const { input, value } = open('2027-02-06');
    await openCalendar();
    await waitFor(() => expect(focusedLabel()).toBe('lördag 6 februari 2027'));
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect([input.value, value()]).toEqual(['2027-02-07', '2027-02-07']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focusedLabel()).toBe('Välj i kalender');
  });

  test('closes on Escape without a choice and returns focus to its button', async () => {
    const { value } = open('2027-02-06');
    await openCalendar();
    await waitFor(() => expect(focusedLabel()).toBe('lördag 6 februari 2027'));
    await userEvent.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([value(), focusedLabel()]).toEqual(['2027-02-06', 'Välj i kalender']);
  });

  test('closes when its button is pressed again', async () => {
    open();
    await openCalendar();
    await userEvent.click(screen.getByRole('button', { name: 'Välj i kalender' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('disables days before min', async () => {
    const { value } = open('2027-01-20', { min: '2027-01-15' });
    await openCalendar();
    const disabledDay = dayButton('torsdag 14 januari 2027');
    expect(disabledDay.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(disabledDay);
    expect(value()).toBe('2027-01-20');
    await userEvent.click(dayButton('fredag 15 januari 2027'));
    expect(value()).toBe('2027-01-15');
  });
});

describe('the date and time input', () => {
  const openTime = (initialValue = '') => open(initialValue, { Input: DateTimeInput, defaultTime: '23:59' });

  test('shows 24-hour time, whatever the language of the browser', () => {
    const { input } = openTime('2027-02-06T14:05');
    expect([input.type, input.value]).toEqual(['text', '2027-02-06 14:05']);
  });

  test('reports day and time with a T between them, and adds the default time to a day without one', async () => {
    const { input, value } = openTime();
    await userEvent.type(input, '2027-02-06 9.30');
    await userEvent.tab();
    expect([input.value, value()]).toEqual(['2027-02-06 09:30', '2027-02-06T09:30']);
    await userEvent.clear(input);
    expect(value()).toBe('');
    await userEvent.type(input, '6/2 2027');
    await userEvent.tab();
    expect(value()).toBe('2027-02-06T23:59');
  });

  test('keeps the time when another day is chosen in the calendar', async () => {
    const { value } = openTime('2027-02-06T14:05');
    await openCalendar();
    await userEvent.click(dayButton('fredag 12 februari 2027'));
    expect(value()).toBe('2027-02-12T14:05');
  });
});
