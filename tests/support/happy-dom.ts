/** Preloaded by the client's tests: a browser in words (happy-dom), clean for every test. */
import { afterEach, beforeEach, expect } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

GlobalRegistrator.register({ url: 'http://localhost:3000/', width: 1280, height: 800 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Only now: the library looks for a document when it is loaded.
const { cleanup, configure } = await import('@testing-library/react');
// A second, the default, is too short on a busy machine.
configure({ asyncUtilTimeout: 5000 });

const complaints: string[] = [];
const say = console.error;
console.error = (...words: unknown[]) => {
  // The product's own log of a fetch that a test let fail (section 8).
  if (String(words[0]).startsWith('Could not fetch')) return;
  // An update that came between the last wait of a test and its end, which happens on a busy machine.
  if (String(words[0]).includes('was not wrapped in act')) return;
  complaints.push(words.map(String).join(' '));
  say(...words);
};

beforeEach(() => {
  complaints.length = 0;
  history.replaceState(null, '', '/');
});

/** What React or a library complains of is a fault, though nothing broke. */
afterEach(() => {
  cleanup();
  expect(complaints).toEqual([]);
});
