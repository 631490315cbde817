import { afterEach, beforeEach, expect, setSystemTime } from 'bun:test';
import { cleanup, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import type { OwnAnnouncement, PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { NOT_RESERVED } from '#src/features/announcements/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { PLANNED, UNKNOWN_RULES } from './events.ts';
import { fakeServer, renderAt } from './render.tsx';

export function adOf(
  part: Partial<PublicAnnouncement> & { id: string; event_id: string },
): PublicAnnouncement {
  return {
    announcement_type: 'sale',
    event_name: 'Loppet',
    event_date: '2027-05-22',
    event_state: PLANNED,
    event_url: '/lopp/loppet/2027',
    sport_type: 'Löpning',
    ort: 'Göteborg',
    landskap: 'Västergötland',
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
    ...UNKNOWN_RULES,
    owner_facts: { member_since: '2026-03', completed_deals: 0, replies: null },
    reserved: false,
    url: '/marketplace/annons/SP-0001',
    created_at: '2026-11-01T08:00:00.000Z',
    expires_at: '2027-05-22T22:00:00.000Z',
    ...part,
  };
}

export const ownAdOf = (part: Partial<OwnAnnouncement> & { id: string }): OwnAnnouncement => ({
  ...adOf({ event_id: 'e', ...part } as Parameters<typeof adOf>[0]),
  is_paused: false,
  ...NOT_RESERVED,
  is_expired: false,
  final_price: null,
  version: 1,
  ...part,
});

/** Results by procedure, or functions of the input. An {@link AppError} is returned; an `Error` fails the call. */
export type Answers = Record<string, unknown>;

/** `url` is the current URL of the router, decoded. `back` goes back in its history. */
export const place = { url: '', back: () => {} };

export function Probe() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  place.url = `${pathname}${decodeURIComponent(search.replaceAll('+', ' '))}`;
  place.back = () => navigate(-1);
  return null;
}

export function show(
  children: ReactNode,
  { path = '/', answers = {} }: { path?: string; answers?: Answers } = {},
) {
  const procedureOf = (name: string) => (input: unknown) => {
    const answer = answers[name];
    const result = typeof answer === 'function' ? answer(input) : answer;
    if (result instanceof Error) throw result;
    return result;
  };
  const server = fakeServer(
    Object.fromEntries(Object.keys(answers).map((name) => [name, procedureOf(name)])),
  );
  const rendered = renderAt(
    path,
    <>
      <Probe />
      {children}
    </>,
  );
  return { ...rendered, ...server, answers };
}

/** Before each test sets the clock to `now` and the width to that of a desktop. */
export function freshPage(now: string): void {
  beforeEach(() => {
    setSystemTime(new Date(now));
    setViewportWidth(1280);
  });
  afterEach(() => setSystemTime());
}

/** Before each test the member is logged in. A session stores nothing of them but id and name. */
export function asMember({ id, full_name }: { id: string; full_name: string }): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    storeSession('token', { id, full_name });
  });
  afterEach(() => {
    // Unmounts first: a page without a session would redirect to the login.
    cleanup();
    forgetDrafts();
    forgetSession();
    localStorage.clear();
  });
}

/** Before each test an admin is logged in. */
export function asAdmin(): void {
  beforeEach(() => localStorage.setItem('adminToken', 'token'));
  afterEach(() => localStorage.clear());
}

export function setViewportWidth(width: number): void {
  const happyWindow = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyWindow.happyDOM.setViewport({ width, height: 900 });
}

/** Resolves when the toast is shown. */
export const toastSaying = (text: string): Promise<void> =>
  waitFor(() => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-mounted="true"]')];
    expect(toasts.map((toast) => toast.textContent)).toContain(text);
  });
