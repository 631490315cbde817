import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AppError } from '#src/shared/errors.ts';
import { PAST, pagesOf } from '#tests/support/calendar-answers.ts';
import { freshPage } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';
import { answersWith, eventNames, findCount, openHome, VARVET } from '#tests/support/home-page.tsx';
import { fakeLayout, showMap } from '#tests/support/map-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');
fakeLayout();

const pastRace = (event_date: string, event_end_date: string | null = null) => ({
  ...eventOf({ id: idOf(event_date), event_name: `Loppet ${event_date}`, event_date, event_end_date }),
  latitude: 61,
  longitude: 14.5,
});
const EVENTS = [
  pastRace('2024-06-01'),
  pastRace('2025-06-01'),
  pastRace('2026-06-01'),
  // Its last day decides.
  pastRace('2026-12-31', '2027-01-01'),
  VARVET,
];

describe('the past races of the calendar', () => {
  test.each([
    ['/', '(1 evenemang av 5)', []],
    ['/?from=2027-05-01', '(1 evenemang av 5)', []],
    ['/?from=2025-03-01&to=2025-12-31', '(1 evenemang av 5)', ['2025', '2026']],
    ['/?from=2027-01-01', '(2 evenemang av 5)', ['2027']],
    ['/?date=past', '(4 evenemang av 5)', ['2024', '2025', '2026', '2027']],
    ['/?date=all', '(5 evenemang av 5)', ['2024', '2025', '2026', '2027']],
    ['/?q=juni+2025', '(1 evenemang av 5)', ['2025', '2026']],
  ] as const)('at %s are fetched as needed: %s, years %p', async (path, count, years) => {
    const { sent } = openHome(path, answersWith(EVENTS));
    await findCount(count);
    expect(sent(PAST)).toEqual(years.map((year) => ({ year })));
  });

  test('are fetched once the filter asks for them', async () => {
    const { sent } = openHome('/', answersWith(EVENTS));
    await findCount('(1 evenemang av 5)');
    fireEvent.click(screen.getByRole('button', { name: /^Datum/ }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Tidigare Evenemang' }));
    await findCount('(4 evenemang av 5)');
    expect(sent(PAST)).toHaveLength(4);
  });

  test('show an error and a retry when a year cannot be fetched', async () => {
    const answers = answersWith(EVENTS);
    const inOrder = answers[PAST] as (input: unknown) => unknown;
    answers[PAST] = (input: { year: string }) =>
      input.year === '2025' ? new AppError('server.failed') : inOrder(input);
    openHome('/?date=past', answers);
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    expect(eventNames()).toEqual([]);
    answers[PAST] = inOrder;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(4 evenemang av 5)');
  });

  test('leave the upcoming ones in the list, with a retry, when they cannot be fetched', async () => {
    const answers = answersWith(EVENTS);
    const inOrder = answers[PAST];
    answers[PAST] = new AppError('request.invalid');
    openHome('/?date=all', answers);
    await screen.findByText(/^Resten av kalendern kunde inte hämtas/);
    expect(eventNames()).toEqual(['Göteborgsvarvet']);
    answers[PAST] = inOrder;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(5 evenemang av 5)');
  });

  test('are not shown twice after one of them was moved to a day to come', async () => {
    const answers = answersWith(EVENTS);
    answers[PAST] = () => pagesOf([{ ...VARVET, event_date: '2026-05-22' }]);
    openHome('/?date=all', answers);
    await findCount('(1 evenemang av 5)');
    await waitFor(() => expect(eventNames()).toEqual(['Göteborgsvarvet']));
  });
});

describe('the past races of the map', () => {
  test.each([
    ['/map', 'Visar 1 evenemang på kartan', []],
    ['/map?from=2026-03-01&to=2026-12-31', 'Visar 2 evenemang på kartan', ['2026', '2027']],
  ] as const)('at %s are fetched as needed: %s, years %p', async (path, count, years) => {
    const { sent } = showMap(path, [...EVENTS.slice(0, 4), { ...VARVET, latitude: 57.7, longitude: 12 }]);
    await screen.findByText(count);
    expect(sent(PAST)).toEqual(years.map((year) => ({ year })));
  });

  test('show an error and a retry when they cannot be fetched', async () => {
    const { answers } = showMap('/map?date=past', EVENTS);
    const inOrder = answers[PAST];
    answers[PAST] = new AppError('request.invalid');
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    answers[PAST] = inOrder;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await screen.findByText('Visar 4 evenemang på kartan');
  });
});
