import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ErrorBoundary } from '../../client/shell/error-boundary';

let isBroken = true;
let retried = 0;

function Page() {
  if (isBroken) throw new Error('Failed to fetch dynamically imported module');
  return <p>Sidan</p>;
}

/** A page that fails, because its file could not be fetched or of itself. */
function open({ isLost }: { isLost: boolean }) {
  [isBroken, retried] = [true, 0];
  render(
    <ErrorBoundary path="/" onFault={() => isLost} onRetry={() => retried++}>
      <Page />
    </ErrorBoundary>,
  );
}

const network = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);
const isShown = () => screen.queryByText('Sidan') !== null;

// That it failed is logged by React and by the product.
let log: { mockRestore: () => void };
beforeEach(() => {
  log = spyOn(console, 'error').mockImplementation(() => {});
  network(false);
});
afterEach(() => {
  log.mockRestore();
  Reflect.deleteProperty(navigator, 'onLine');
});

describe('a page whose file could not be fetched', () => {
  test('is tried again when the network is back', () => {
    open({ isLost: true });
    isBroken = false;
    network(true);
    expect(isShown()).toBe(true);
    expect(retried).toBe(0);
  });

  test('is tried again by its button, as often as it takes', () => {
    open({ isLost: true });
    for (const _ of [1, 2]) {
      fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
      expect(isShown()).toBe(false);
    }
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(isShown()).toBe(true);
    expect(retried).toBe(3);
  });

  test('when another try has failed with a network, the whole site is to be loaded anew', () => {
    open({ isLost: true });
    expect(buttons()).toEqual(['Försök igen']);
    network(true);
    expect(buttons()).toEqual(['Ladda om sidan']);
  });
});

test('a page that fails of itself is not tried again by the network', () => {
  open({ isLost: false });
  isBroken = false;
  network(true);
  expect(isShown()).toBe(false);
  expect(buttons()).toEqual(['Ladda om sidan']);
});
