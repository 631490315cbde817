import { afterAll } from 'bun:test';
import { testApp } from './app.ts';

/** {@link testApp} for the tests of a file: it stops after the last of them. */
export async function appOfFile(...options: Parameters<typeof testApp>) {
  const app = await testApp(...options);
  afterAll(() => app.stop());
  return app;
}
