import { expect, jest } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { fakeServer, renderAt } from './render.tsx';

/** The current path of the router. */
export let path = '';

function Probe() {
  path = useLocation().pathname;
  return null;
}

type Procedures = Record<string, (input: unknown) => unknown>;

export function openPage(
  initialPath: string,
  route: string,
  page: ReactNode,
  procedures: Procedures,
  options: { strict?: boolean } = {},
) {
  const server = fakeServer(procedures);
  const { unmount } = renderAt(
    initialPath,
    <>
      <Probe />
      <Routes>
        <Route path={route} element={page} />
        <Route path="*" element={<p>En annan sida</p>} />
      </Routes>
      <Link to="/elsewhere">Någon annanstans</Link>
    </>,
    options,
  );
  return { ...server, unmount };
}

export const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
export const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent);

const MAX_TOAST_DELAY_MS = 50;

const advanceTime = (milliseconds: number) => act(async () => jest.advanceTimersByTime(milliseconds));

/** Submits the form. The redirect must happen exactly `milliseconds` after the toast. */
export async function expectRedirect(toast: string, milliseconds: number, to: string): Promise<void> {
  const from = path;
  jest.useFakeTimers();
  try {
    fireEvent.submit(screen.getByRole('form'));
    for (let step = 0; step < MAX_TOAST_DELAY_MS && toasts().length === 0; step++) await advanceTime(1);
    expect(toasts()).toEqual([toast]);
    // The toast may appear a moment after the timer was set.
    await advanceTime(milliseconds - 3);
    expect(path).toBe(from);
    await advanceTime(3);
    expect(path).toBe(to);
  } finally {
    jest.useRealTimers();
  }
}

/** Submits the form and leaves the page. The redirect, due after `milliseconds`, must not happen. */
export async function expectToStay(toast: string, milliseconds: number): Promise<void> {
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() => expect(toasts()).toEqual([toast]));
  fireEvent.click(screen.getByText('Någon annanstans'));
  await waitFor(() => expect(path).toBe('/elsewhere'));
  await act(() => Bun.sleep(milliseconds + 100));
  expect(path).toBe('/elsewhere');
}
