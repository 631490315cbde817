import { expect, test } from 'bun:test';
import { composers } from '#src/mails.ts';
import { previewPages } from '#tests/support/mail-preview.ts';
import { composeSamples } from '#tests/support/mail-samples.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const app = await appOfFile();
const samples = await composeSamples({ ...app.context, siteUrl: 'https://lopp.example' });

test('every kind of mail has a sample for the preview', () => {
  // It is only still queued by the release before.
  const kinds = Object.keys(composers).filter((kind) => kind !== 'account.verified');
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
});

test('no sample has text of a programmer', () => {
  for (const { mail } of samples) expect(JSON.stringify(mail)).not.toMatch(/undefined|null|NaN|\[object/);
});

test('the preview has a page for each sample, and its HTML part in both themes', async () => {
  const pages = await previewPages(app.context, 'https://lopp.example', samples);
  expect(pages.size).toBe(1 + 3 * samples.length);
  for (const [index, { mail }] of samples.entries()) {
    for (const path of ['/', `/${index + 1}`, `/${index + 1}/dark`])
      expect(pages.get(path)).toContain(Bun.escapeHTML(mail.subject));
    expect(pages.get(`/${index + 1}`)).toContain('List-Unsubscribe'.repeat(mail.list ? 1 : 0));
  }
});
