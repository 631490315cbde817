import { afterAll, beforeAll, expect, test } from 'bun:test';
import { composers } from '../../src/mails';
import { type TestApp, testApp } from '../support/app';
import { type ComposedSample, composeSamples } from '../support/mail-samples';

let app: TestApp;
let samples: ComposedSample[];
beforeAll(async () => {
  app = await testApp();
  samples = await composeSamples({ ...app.context, siteUrl: 'https://lopp.example' });
});
afterAll(() => app.stop());

test('every kind of mail has a sample for the preview', () => {
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(composers).sort());
});

test('no sample has text of a programmer', () => {
  for (const { mail } of samples) expect(JSON.stringify(mail)).not.toMatch(/undefined|null|NaN|\[object/);
});
