import { beforeEach, describe, expect, test } from 'bun:test';
import { marketplaceSettings } from '#db/schema/index.ts';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { HOSTILE_HTML, isHarmless } from '#tests/support/hostile-html.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const transport = 'trpc';

const app = await appOfFile();
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  await app.db.delete(marketplaceSettings);
});

const INFO_BOX: MarketplaceSettings = {
  info_box_title: 'Så går det till',
  info_box_steps: ['Ett', 'Två'],
  info_box_warning: '<b>Akta dig</b>',
  disabled_advice: [],
};
const getPublicBox = async () => (await app.api<MarketplaceSettings>('GET /marketplace/settings')).body;

describe('the info box', () => {
  const save = (box: object) =>
    call<MarketplaceSettings>(app, transport, 'admin.marketplaceSettings.update', admin, { ...box });
  const saveWarning = async (info_box_warning: string) =>
    (await save({ ...INFO_BOX, info_box_warning })).body.info_box_warning;

  test('has default content until it is saved, and then shows everyone what was saved', async () => {
    expect(await getPublicBox()).toEqual(DEFAULT_SETTINGS);
    for (const box of [INFO_BOX, { ...INFO_BOX, info_box_title: 'Nytt', info_box_steps: [] }]) {
      expect(await save(box)).toMatchObject({ status: 200, body: box });
      expect(await getPublicBox()).toEqual(box);
    }
    expect(await app.sql`select count(*)::int as rows from marketplace_settings`).toMatchObject([
      { rows: 1 },
    ]);
  });

  test('is not overwritten when it has changed since it was shown, but without `shown` the last write wins', async () => {
    // Nothing is stored yet, so the defaults are shown.
    expect((await save({ ...INFO_BOX, shown: DEFAULT_SETTINGS })).body).toEqual(INFO_BOX);
    const otherBox = { ...INFO_BOX, info_box_steps: ['Deras'] };
    expect((await save({ ...otherBox, shown: INFO_BOX })).status).toBe(200);
    const ownBox = { ...INFO_BOX, info_box_title: 'Min' };
    expect(outcomeOf(await save({ ...ownBox, shown: INFO_BOX }))).toEqual(error('settings.changed'));
    expect(outcomeOf(await save({ ...ownBox, shown: DEFAULT_SETTINGS }))).toEqual(error('settings.changed'));
    expect(outcomeOf(await save({ ...ownBox, shown: { info_box_title: 1 } }))[1]).toBe('request.invalid');
    expect(await getPublicBox()).toEqual(otherBox);
    expect((await save({ ...ownBox, shown: otherBox })).body).toEqual(ownBox);
    expect((await save(INFO_BOX)).body).toEqual(INFO_BOX);
  });

  test('accepts one of several concurrent saves', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        save({ ...INFO_BOX, info_box_title: `Nr ${index}`, shown: DEFAULT_SETTINGS }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await getPublicBox()).toEqual(
      responses.find(({ status }) => status === 200)?.body as MarketplaceSettings,
    );
  });

  test('switch rules of advice off, keep them when they are left out, and reject unknown ones', async () => {
    const { disabled_advice: _, ...boxWithoutAdvice } = INFO_BOX;
    const advised = { ...INFO_BOX, disabled_advice: ['low_price', 'link', 'low_price'] };
    expect((await save(advised)).body.disabled_advice).toEqual(['link', 'low_price']);
    const stored = { ...INFO_BOX, disabled_advice: ['link', 'low_price'] };
    expect((await save({ ...boxWithoutAdvice, shown: boxWithoutAdvice })).body).toEqual(stored);
    expect(outcomeOf(await save({ ...INFO_BOX, shown: INFO_BOX }))).toEqual(error('settings.changed'));
    for (const disabled_advice of [['guess'], [1], Array(21).fill('link')])
      expect(outcomeOf(await save({ ...INFO_BOX, disabled_advice }))).toEqual(error('settings.advice'));
    expect(await getPublicBox()).toEqual(stored);
    expect((await save({ ...INFO_BOX, shown: stored })).body).toEqual(INFO_BOX);
  });

  test('may have empty parts, drops empty steps and trims texts', async () => {
    const emptyBox = { info_box_title: ' ', info_box_steps: [' ', ''], info_box_warning: ' ' };
    expect((await save(emptyBox)).body).toEqual({
      ...INFO_BOX,
      info_box_title: '',
      info_box_steps: [],
      info_box_warning: '',
    });
    expect((await save({ ...INFO_BOX, info_box_steps: [' a ', '', 'b\nc'] })).body.info_box_steps).toEqual([
      'a',
      'b c',
    ]);
  });

  test('accepts at most 200 characters in the title, 5,000 in a step and in the warning, and 20 steps', async () => {
    const largestBox = {
      ...INFO_BOX,
      info_box_title: 'x'.repeat(200),
      info_box_steps: Array.from({ length: 20 }, () => 'x'.repeat(5000)),
      info_box_warning: 'x'.repeat(5000),
    };
    expect(await save(largestBox)).toMatchObject({ status: 200, body: largestBox });
    for (const tooLongText of [
      { info_box_title: 'x'.repeat(201) },
      { info_box_steps: ['x'.repeat(5001)] },
      { info_box_warning: 'x'.repeat(5001) },
      // Stored with its escapes, it would be too long to be saved again.
      { info_box_warning: '&'.repeat(1001) },
    ])
      expect(outcomeOf(await save({ ...INFO_BOX, ...tooLongText }))).toEqual(error('request.too_long'));
    const tooManySteps = Array.from({ length: 21 }, () => 'x');
    expect(outcomeOf(await save({ ...INFO_BOX, info_box_steps: tooManySteps }))).toEqual(
      error('settings.too_many_steps'),
    );
    expect(await getPublicBox()).toEqual(largestBox);
  });

  test.each([
    { ...INFO_BOX, info_box_title: undefined },
    { ...INFO_BOX, info_box_steps: 'Ett' },
    { ...INFO_BOX, info_box_steps: [1] },
    { ...INFO_BOX, info_box_warning: null },
    { ...INFO_BOX, info_box_warning: 'a\0b' },
  ])('rejects the invalid value %j', async (box) => {
    expect((await save(box)).status).toBe(400);
    expect(await getPublicBox()).toEqual(DEFAULT_SETTINGS);
  });

  test('keeps bold, italic, lists, line breaks and links, and opens links in a new tab', async () => {
    const allowedHtml =
      '<b>A</b><strong>B</strong><i>C</i><em>D</em><p>E</p><ul><li>F</li></ul><ol><li>G</li></ol>';
    expect(await saveWarning(allowedHtml)).toBe(allowedHtml);
    expect(await saveWarning('a<br>b<br/>c')).toBe('a<br />b<br />c');
    expect(await saveWarning('<a href=" https://lopp.se/?a=1&b=2 ">H</a>')).toBe(
      '<a href="https://lopp.se/?a=1&amp;b=2" target="_blank" rel="noopener">H</a>',
    );
    expect(await saveWarning('Du & jag < 3, "så" det')).toBe('Du &amp; jag &lt; 3, "så" det');
  });

  test(`stores ${HOSTILE_HTML.length} hostile warnings as harmless HTML, and leaves that unchanged when it is saved again`, async () => {
    expect(HOSTILE_HTML.length).toBeGreaterThanOrEqual(40);
    for (const hostileHtml of HOSTILE_HTML) {
      const savedHtml = await saveWarning(`före ${hostileHtml} efter`);
      expect([hostileHtml, isHarmless(savedHtml)]).toEqual([hostileHtml, true]);
      expect((await getPublicBox()).info_box_warning).toBe(savedHtml);
      expect([hostileHtml, await saveWarning(savedHtml)]).toEqual([hostileHtml, savedHtml]);
      expect(savedHtml).toStartWith('före');
    }
  });
});

test('isHarmless detects everything that may not be stored', () => {
  for (const html of [
    '<b onclick="x">a</b>',
    '<a href="javascript:x" target="_blank" rel="noopener">a</a>',
    '<a href="https://x.se">a</a>',
    '<a>a</a>',
    '<img src=x>',
    '<b',
    'a < b',
  ])
    expect([html, isHarmless(html)]).toEqual([html, false]);
  expect(isHarmless('a &lt; <b>b</b><br /><a href="https://x.se" target="_blank" rel="noopener">c</a>')).toBe(
    true,
  );
});
