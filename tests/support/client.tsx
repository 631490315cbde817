import { afterEach, beforeEach, expect, setSystemTime } from 'bun:test';
import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { AppError } from '../../src/shared/errors';
import { fakeServer, renderAt } from './render';

/** An ad of the tests, for an event. */
export function adOf(
  part: Partial<PublicAnnouncement> & { id: string; event_id: string },
): PublicAnnouncement {
  return {
    announcement_type: 'sale',
    event_name: 'Loppet',
    event_date: '2027-05-22',
    distance: '10 km',
    price: 500,
    has_name_change_fee: false,
    name_change_fee: null,
    description: null,
    order_number: 'SP-0001',
    user_id: 'u',
    user_name: 'Anna Andersson',
    is_active: true,
    is_completed: false,
    created_at: '2026-11-01T08:00:00.000Z',
    ...part,
  };
}

/** What each procedure answers, as it stands when it is asked, or makes of its input; an {@link AppError} is told as one, another error is no answer. */
export type Answers = Record<string, unknown>;

/** Where the router stands, for the tests to read and to go back. */
export const place = { url: '', back: () => {} };

/** Tells {@link place} where the router stands. */
export function Probe() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  place.url = `${pathname}${decodeURIComponent(search.replaceAll('+', ' '))}`;
  place.back = () => navigate(-1);
  return null;
}

/** Renders a part of the client at a path, with the answers of the server. */
export function show(
  children: ReactNode,
  { path = '/', answers = {} }: { path?: string; answers?: Answers } = {},
) {
  const answer = (name: string) => (input: unknown) => {
    const given = answers[name];
    const said = typeof given === 'function' ? given(input) : given;
    if (said instanceof Error) throw said;
    return said;
  };
  const { calls } = fakeServer(Object.fromEntries(Object.keys(answers).map((name) => [name, answer(name)])));
  const rendered = renderAt(
    path,
    <>
      <Probe />
      {children}
    </>,
  );
  return { ...rendered, calls, answers };
}

/** Every test starts on the same day, at the same width of window, and leaves nothing behind. */
export function freshPage(now: string): void {
  beforeEach(() => {
    setSystemTime(new Date(now));
    widen(1280);
  });
  afterEach(() => setSystemTime());
}

/** Sets the window's width; media queries follow. */
export function widen(width: number): void {
  const page = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  page.happyDOM.setViewport({ width, height: 900 });
}

/** Waits for the toast with that text, until it has come to rest. */
export const toastSaying = (text: string): Promise<void> =>
  waitFor(() => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-mounted="true"]')];
    expect(toasts.map((toast) => toast.textContent)).toContain(text);
  });
