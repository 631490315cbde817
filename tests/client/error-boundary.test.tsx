import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ErrorBoundary } from '#client/shell/error-boundary.tsx';

let isBroken = true;
let retryCount = 0;

function Page() {
  if (isBroken) throw new Error('Failed to fetch dynamically imported module');
  return <p>Sidan</p>;
}

function open({ isChunkMissing }: { isChunkMissing: boolean }) {
  [isBroken, retryCount] = [true, 0];
  render(
    <ErrorBoundary path="/" onError={() => isChunkMissing} onRetry={() => retryCount++}>
      <Page />
    </ErrorBoundary>,
  );
}

const setOnline = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);
const isPageShown = () => screen.queryByText('Sidan') !== null;

// React and the product log the failure.
let consoleError: { mockRestore: () => void };
beforeEach(() => {
  consoleError = spyOn(console, 'error').mockImplementation(() => {});
  setOnline(false);
});
afterEach(() => {
  consoleError.mockRestore();
  Reflect.deleteProperty(navigator, 'onLine');
});

describe('a page whose chunk could not be fetched', () => {
  test('is retried when the network is back', () => {
    open({ isChunkMissing: true });
    isBroken = false;
    setOnline(true);
    expect(isPageShown()).toBe(true);
    expect(retryCount).toBe(0);
  });

  test('is retried by its button until it succeeds', () => {
    open({ isChunkMissing: true });
    for (const _ of [1, 2]) {
      fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
      expect(isPageShown()).toBe(false);
    }
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(isPageShown()).toBe(true);
    expect(retryCount).toBe(3);
  });

  test('offers to reload the site when a retry has failed although there is a network', () => {
    open({ isChunkMissing: true });
    expect(buttons()).toEqual(['Försök igen']);
    setOnline(true);
    expect(buttons()).toEqual(['Ladda om sidan']);
  });
});

test('a page that fails because of its own error is not retried when the network is back', () => {
  open({ isChunkMissing: false });
  isBroken = false;
  setOnline(true);
  expect(isPageShown()).toBe(false);
  expect(buttons()).toEqual(['Ladda om sidan']);
});
