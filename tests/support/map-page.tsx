import { afterAll, beforeAll } from 'bun:test';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import MapPage from '#client/pages/map.tsx';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { calendarAnswers, type Source } from './calendar-answers.ts';
import { show } from './client.tsx';
import { eventOf } from './events.ts';

/** By selector. happy-dom has no layout, so these elements get fixed sizes. */
const SIZES: Record<string, [width: number, height: number]> = {
  '.map-box': [792, 600],
  '.map-list-scroller': [388, 520],
  '.map-list-rows > li': [376, 94],
  '.map-popup': [316, 240],
};
export const setMapWidth = (width: number) => {
  SIZES['.map-box'] = [width, 600];
};

/** For the tests of a file. */
export function fakeLayout(): void {
  const { ResizeObserver, matchMedia } = globalThis;
  const { prototype } = HTMLElement;
  const properties = ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
  );
  beforeAll(() => {
    // A wide screen, with prefers-reduced-motion: then the map moves without an animation.
    globalThis.matchMedia = (media) =>
      Object.defineProperty(matchMedia(media), 'matches', { value: /reduce|min-width/.test(media) });
    // The ResizeObserver of happy-dom would report sizes of 0.
    globalThis.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    for (const [name] of properties)
      Object.defineProperty(prototype, name, {
        configurable: true,
        get(this: Element) {
          const [, size] = Object.entries(SIZES).find(([selector]) => this.matches(selector)) ?? [];
          return size?.[name.endsWith('Width') ? 0 : 1] ?? 0;
        },
      });
  });
  afterAll(() => {
    Object.assign(globalThis, { ResizeObserver, matchMedia });
    for (const [name, descriptor] of properties) {
      if (descriptor) Object.defineProperty(prototype, name, descriptor);
      else Reflect.deleteProperty(prototype, name);
    }
  });
}

export function locatedEvent(
  event_name: string,
  sport_type: string,
  [latitude, longitude]: [number, number],
  more: Partial<LocatedEvent> = {},
): LocatedEvent {
  const id = Bun.randomUUIDv7();
  const event = eventOf({ id, event_name, event_date: '2999-05-01', sport_type, distances: '45 km, 90 km' });
  return { ...event, latitude, longitude, is_approximate: false, ...more };
}

export const KIRUNA: [number, number] = [67.86, 20.23];
const MORA: [number, number] = [61.0, 14.54];
/** All but the last are upcoming. */
export const EVENTS = [
  locatedEvent('Kirunaloppet', 'Löpning', KIRUNA, {
    race_link: 'https://example.se/kiruna',
    ort: 'Kiruna',
    landskap: 'Lappland',
  }),
  locatedEvent('Fjälloppet', 'Löpning trail', [65.0, 17.0], {
    is_approximate: true,
    ort: null,
    landskap: 'Lappland',
  }),
  locatedEvent('Vasaloppet', 'Längdskidor', MORA),
  locatedEvent('Ultravasan', 'Löpning trail', MORA),
  locatedEvent('Cykelvasan', 'Cykel MTB', MORA),
  locatedEvent('Lidingöloppet', 'Löpning trail', [59.36, 18.15]),
  locatedEvent('Stockholm Marathon', 'Löpning', [59.33, 18.07]),
  locatedEvent('Gamla loppet', 'Löpning', KIRUNA, { event_date: '2001-05-01' }),
];

/** `events` are those of {@link calendarAnswers}. */
export const showMap = (path = '/map', events: Source = EVENTS, beside?: ReactNode) =>
  show(
    <>
      {beside}
      <MapPage />
    </>,
    { path, answers: calendarAnswers(events) },
  );

/** {@link showMap}, until the events are there or could not be fetched. */
export async function openMap(path?: string, events?: Source) {
  const page = showMap(path, events);
  await screen.findByText(/^(Visar \d|Inga evenemang tillg)/);
  return page;
}

export const rows = () =>
  within(screen.getByRole('region', { name: 'I kartvyn' })).queryAllByRole('listitem');
export const marker = (name: string | RegExp) =>
  within(screen.getByRole('application')).findByRole('button', { name }, { timeout: 5000 });
