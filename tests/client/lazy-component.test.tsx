import { afterEach, beforeEach, spyOn, test } from 'bun:test';
import { fireEvent, screen } from '@testing-library/react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Shell } from '#client/shell/shell.tsx';
import { freshPage, show } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

// React and the error boundary log the failure.
let consoleError: { mockRestore: () => void };
beforeEach(() => {
  consoleError = spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => consoleError.mockRestore());

test('the retry button fetches a lazy component again after its fetch failed', async () => {
  let hasNetwork = false;
  const Greeting = lazyComponent(async () => {
    if (!hasNetwork) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ name }: { name: string }) => <p>Hej {name}</p> };
  });
  show(
    <Shell>
      <Greeting name="Anna" />
    </Shell>,
    { path: '/', answers: {} },
  );
  const retry = await screen.findByRole('button', { name: 'Försök igen' });
  hasNetwork = true;
  fireEvent.click(retry);
  await screen.findByText('Hej Anna');
});
