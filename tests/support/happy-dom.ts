import { afterEach, beforeEach, expect } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

GlobalRegistrator.register({ url: 'http://localhost:3000/', width: 1280, height: 800 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Import after registering, because the library looks for a document when it is loaded.
const { cleanup, configure } = await import('@testing-library/react');
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 5000 });

// Tests render parts of the portal without its page.
await import('#client/shell/admin/portal-errors.ts');

const errors: string[] = [];
const consoleError = console.error;
console.error = (...parts: unknown[]) => {
  // The product's own log message for a request that a test lets fail.
  if (String(parts[0]).startsWith('Could not fetch')) return;
  // An update between the last wait of a test and its end, which happens on a busy machine.
  if (String(parts[0]).includes('was not wrapped in act')) return;
  errors.push(parts.map(String).join(' '));
  consoleError(...parts);
};

beforeEach(() => {
  errors.length = 0;
  history.replaceState(null, '', '/');
});

/** A test fails if React or a library has logged an error. */
afterEach(() => {
  cleanup();
  expect(errors).toEqual([]);
});
