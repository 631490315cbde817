import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import HomePage from '#client/pages/home.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { adOf, freshPage, setViewportWidth, show } from '#tests/support/client.tsx';
import { idOf } from '#tests/support/events.ts';
import {
  answersWith,
  eventNames,
  findCount,
  openHome,
  PAST_EVENT,
  VARVET,
  VASA,
} from '#tests/support/home-page.tsx';

freshPage('2027-01-15T10:00:00+01:00');

function RefetchButton() {
  const { refetch, isRefetchError } = trpc.public.events.upcoming.useQuery();
  return (
    <button type="button" onClick={() => refetch()}>
      {isRefetchError ? 'Failed' : 'Refetch'}
    </button>
  );
}

describe('the home page', () => {
  test('has the title of the selection, also when the filter changes', async () => {
    openHome('/?landskap=Dalarna');
    await findCount('(1 evenemang av 3)');
    expect(document.title).toBe('Lopp i Dalarna – Loppkalendern');
    fireEvent.click(screen.getByRole('button', { name: 'Rensa Alla' }));
    await waitFor(() => expect(document.title).toBe('Loppkalendern'));
  });

  test('shows upcoming events by default, sorted by date, with a count', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    // The rows after the first ones render incrementally.
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet', 'Göteborgsvarvet']));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hitta din nästa utmaning');
  });

  test('groups events by month', async () => {
    openHome('/?date=all');
    await findCount('(3 evenemang av 3)');
    const months = () => screen.getAllByRole('heading', { level: 2 }).map((month) => month.textContent);
    await waitFor(() => expect(months()).toEqual(['September', 'Mars', 'Maj']));
  });

  test('shows the latest of past events first, under months with their year', async () => {
    const earlier = {
      ...PAST_EVENT,
      id: idOf('older'),
      event_name: 'Lidingöloppet 2025',
      event_date: '2025-09-27',
    };
    openHome('/?date=past', answersWith([earlier, PAST_EVENT, VASA]));
    await findCount('(2 evenemang av 3)');
    await waitFor(() => expect(eventNames()).toEqual(['Lidingöloppet 2026', 'Lidingöloppet 2025']));
    const months = screen.getAllByRole('heading', { level: 2 }).map((month) => month.textContent);
    expect(months).toEqual(['September 2026', 'September 2025']);
  });

  test('searches name, sport and distance ignoring case', async () => {
    openHome();
    await findCount('(2 evenemang av 3)');
    const search = screen.getByLabelText('Sök');
    for (const [text, expectedName] of [
      ['VASA', 'Vasaloppet'],
      ['längdskidor', 'Vasaloppet'],
      ['21,1', 'Göteborgsvarvet'],
    ] as const) {
      fireEvent.change(search, { target: { value: text } });
      await waitFor(() => expect(eventNames()).toEqual([expectedName]));
    }
  });

  test('says that nothing matches and offers to clear the filter', async () => {
    openHome('/?q=finns inte');
    await screen.findByText('Inga Evenemang Hittades');
    fireEvent.click(screen.getByRole('button', { name: 'Rensa Filter' }));
    await findCount('(2 evenemang av 3)');
  });

  test('says that there are no events', async () => {
    openHome('/', answersWith([]));
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    await findCount('(0 evenemang av 0)');
  });

  test('shows no events and a retry when the fetch fails', async () => {
    const answers = answersWith(new AppError('server.failed'));
    openHome('/', answers);
    await screen.findByText('Inga evenemang tillgängliga för tillfället');
    Object.assign(answers, calendarAnswers([VASA]));
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await findCount('(1 evenemang av 1)');
  });

  test('keeps the list when a refetch fails', async () => {
    const answers = answersWith([VASA]);
    show(
      <>
        <HomePage />
        <RefetchButton />
      </>,
      { answers },
    );
    await findCount('(1 evenemang av 1)');
    Object.assign(answers, calendarAnswers(new AppError('server.failed')));
    fireEvent.click(screen.getByRole('button', { name: 'Refetch' }));
    await screen.findByRole('button', { name: 'Failed' }, { timeout: 8000 });
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  test('counts only active ads on the cards, and links to them', async () => {
    const ads = [
      adOf({ id: '1', event_id: VASA.id }),
      adOf({ id: '2', event_id: VASA.id }),
      adOf({ id: '3', event_id: VASA.id, announcement_type: 'wanted' }),
      adOf({ id: '4', event_id: VASA.id, is_completed: true }),
      adOf({ id: '5', event_id: VARVET.id, is_active: false }),
    ];
    openHome('/', answersWith([VASA, VARVET], ads));
    const saleLink = await screen.findByRole('link', { name: '2 säljes' });
    expect(saleLink.getAttribute('href')).toBe(`/marketplace?event=${VASA.id}&type=sale`);
    expect(screen.getByRole('link', { name: '1 söks' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /säljes|söks/ })).toHaveLength(2);
  });
});

describe('the home page on a phone', () => {
  test('filters at once in the sheet and shows the number of matches on its button', async () => {
    setViewportWidth(390);
    openHome();
    await findCount('(2 evenemang av 3)');
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Längdskidor 1 evenemang' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Visa 1 evenemang' }));
    expect(screen.getByRole('button', { name: 'Filter 1' })).toBeTruthy();
    await waitFor(() => expect(eventNames()).toEqual(['Vasaloppet']));
  });
});
