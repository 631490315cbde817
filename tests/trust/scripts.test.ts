// What others write, wherever it came from, is shown as words and never runs (item 6).
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { isFull, sized, tellFigures } from '../support/proof';
import { hostileUse } from './scripts/hostile';
import { ordinaryUse } from './scripts/normal';
import { NUMBER, payloads } from './scripts/payloads';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 1000);
/** A machine may have much else to do. */
const TIMEOUT = sized(240_000, 1_800_000);
/**
 * Seen red by hand, with 60 payloads and the part of the tour that meets what was taken out ("ran" is what reached the
 * binding or opened a box or a window, "reached" requests elsewhere, "live" markup or addresses that could run):
 * 1. `cleanHtml` of the server returned what it got, `safeHtml` of the client put it into the page as it was, and the
 *    pages had no content security policy; the info box: "broken 51 times", ran 4, reached 1, live 46, the first of them
 *    `hit(7176000) <- settings.info_box_warning: "<img src=x onerror=hit(§)>"`.
 * 2. The same with the policy on: "broken 60 times", but ran 0; 18 violations of 4 kinds (script-src-attr,
 *    style-src-attr, style-src-elem, img-src), live 59. The picture elsewhere was asked for and stopped (reached 1).
 * 3. `isWebUrl` said yes to everything, no policy; the calendar from top to bottom: ran 0, reached 0, live 66. Of
 *    `javascript:` React made an address that throws; `data:` stood as it was: `an address that runs in href: ...
 *    "data:application/xhtml+xml,<script ... <- banners.link_url`.
 * 4. The JSON data block of the page kept its `<`, no policy; 30 configurations: "broken 1 times", ran 1:
 *    `hit(7170000) <- config.identity_check_word: "<img src=x onerror=hit(§)>"`. Some pages could then not be drawn.
 */
const WITHOUT =
  'the cleaning of HTML, the check of links, the escaping of the data block, each without the policy';
const FOUND = [
  'An address of a letter could add a receiver or a text to it; every part of it is now encoded.',
  'A banner was shown from whatever address was stored; now only from a file of the calendar or by https.',
  'No page answered an address with a line break in it; such an address is now told to be none.',
  'The policy allowed pictures in the address itself and forms to be sent, and JSON opened by itself had the policy of a page; pictures and forms are now refused, text becomes markup nowhere (Trusted Types), and data is sandboxed.',
];

test(
  'nothing that was written by others runs, wherever it is shown',
  async () => {
    const begun = performance.now();
    const { watch, sow, sent, mails, headFaults } = await hostileUse(browser, {
      list: payloads(sized(60, 500)),
      rows: sized(24, 125),
      every: sized(10, 5),
      dialogs: sized(1, 12),
      configurations: sized(1, 20),
      anew: sized(1, 40),
      together: sized(30, 10),
    });
    /** With the field and the payload that a line tells of. */
    const named = (line: string) => {
      const numbers = new Set(line.match(NUMBER) ?? []);
      return [line, ...[...numbers].map((number) => sow.nameOf(Number(number)))].join(' <- ');
    };
    const bad = [...watch.ran, ...watch.reached, ...watch.live, ...headFaults];
    const planted = [...sow.countBy(watch.seen)];
    const pairs = planted.reduce((sum, [, count]) => sum + count, 0);
    const once = (lines: string[]) => new Set(lines).size;
    tellFigures({
      order: 6,
      promise: 'What others write is shown as words and never runs, wherever it came from',
      tried: `${sow.list.length} payloads in ${sow.fields.length} fields, ${sent.taken} writes taken and ${sent.refused} refused by the API, the rest put into the tables; ${pairs} pairs of field and payload seen in Chromium in ${watch.looks} states of pages and ${mails} mails, ${secondsSince(begun)} s; ${once(watch.violations)} kinds of markup stopped by the policy`,
      broken: bad.length,
      control: { without: WITHOUT, broken: 'red, seen once by hand' },
      found: FOUND,
    });
    if (watch.violations.length > 0) console.log([...new Set(watch.violations)].slice(0, 40).join('\n'));
    expect([...new Set(bad.map(named))].slice(0, 50)).toEqual([]);
    expect(sent.failed).toEqual([]);
    // Else nothing would have been shown.
    expect(
      planted.filter(([field, count]) => count === 0 && !HIDDEN.test(field)).map(([field]) => field),
    ).toEqual([]);
  },
  TIMEOUT,
);

/** What is refused unless it is well formed, or stands behind words of the product's own, need not be seen. */
const HIDDEN = new RegExp(
  [
    /^(api|backup|import)\..*(race_link|result_link|link_url|external_url|file_url|sport_type|landskap|order_number)$/,
    /^backup\..*(submitter_email|reporter_email)$/,
    /^(api\.upload\.name|import\.file\.name|audit\.action)$/,
    // Names with digits are refused, and mails leave them out. A backup may contain them.
    /^(api\.register\.full_name|mail\.full_name\.(true|false|suspended))$/,
    // The rule for addresses may leave nothing of it that tells which it was.
    /^api\.register\.email$/,
    // These stand in dialogs alone, which are opened for some of the records; `events.address` is to be seen.
    /^(api|backup)\.(event|events|register|marketplace_users)\.(address|phone_number)$/,
    // Nobody whose inbox is opened has a part in it.
    /^backup\.messages\.message_text$/,
    // The same rows are changed once more by what comes after.
    /^(api|backup)\.(info|contact_info|settings|profile)\.|^api\.ad\.description$|^backup\.announcements\.event_name$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

test(
  'ordinary use of every page breaks no policy',
  async () => {
    const begun = performance.now();
    const schemes = isFull ? (['light', 'dark'] as const) : (['dark'] as const);
    const watch = await ordinaryUse(browser, schemes);
    const bad = [...watch.violations, ...watch.ran, ...watch.reached, ...watch.live, ...watch.problems];
    tellFigures({
      order: 6,
      promise: 'Ordinary use never meets the content security policy',
      tried: `every page with ordinary data in ${schemes.join(' and ')}, with toasts, map tiles, uploads, films: ${watch.looks} states of pages, ${secondsSince(begun)} s`,
      broken: bad.length,
      // That violations are counted was seen in the second of the above; ordinary use itself was not run without the cleaning.
      control: {
        without: 'the cleaning of HTML, with payloads and the policy on',
        broken: 'red, seen once by hand',
      },
    });
    expect([...new Set(bad)]).toEqual([]);
  },
  TIMEOUT,
);
