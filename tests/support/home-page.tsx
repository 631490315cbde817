import { screen, within } from '@testing-library/react';
import HomePage from '#client/pages/home.tsx';
import { calendarAnswers, type Source } from './calendar-answers.ts';
import { type Answers, show } from './client.tsx';
import { eventOf, idOf } from './events.ts';

export const VASA = eventOf({
  id: idOf('vasa'),
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km',
});
export const VARVET = eventOf({
  id: idOf('varvet'),
  event_name: 'Göteborgsvarvet',
  event_date: '2027-05-22',
  distances: '21,1 km',
  ort: 'Göteborg',
  landskap: 'Västergötland',
});
export const PAST_EVENT = eventOf({
  id: idOf('old'),
  event_name: 'Lidingöloppet 2026',
  event_date: '2026-09-26',
});

export const answersWith = (events: Source, ads: unknown = []): Answers => ({
  ...calendarAnswers(events),
  'public.announcements.list': ads,
  'public.banners.list': [],
});

export const openHome = (path = '/', answers = answersWith([VARVET, VASA, PAST_EVENT])) =>
  show(<HomePage />, { path, answers });

export const eventNames = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
export const findCount = (text: string) => screen.findByText(text);
