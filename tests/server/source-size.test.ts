import { afterAll, expect, test } from 'bun:test';
import { events, sources } from '#db/schema/index.ts';
import type { Source, SourceFetchResult } from '#src/features/sources/contract.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { testApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { startOddSite } from '#tests/support/odd-site.ts';

const site = startOddSite();
const app = await testApp({ environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` } });
const admin = await makeAdmin(app.db, { username: 'vera' });
afterAll(async () => {
  await app.stop();
  site.stop();
});

const COUNT = 20_000;
const TEXT = 'Vi springer 10 km i skogen, start klockan tio. Anmälan på webben. '.repeat(3);
const dayAt = (index: number) => addDaysTo('2027-01-01', index % 700);
const indexes = Array.from({ length: COUNT }, (_, index) => index);

const FILES: Record<string, () => string> = {
  iCalendar: () =>
    [
      'BEGIN:VCALENDAR',
      ...indexes.flatMap((index) => [
        ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART;VALUE=DATE:${dayAt(index).replaceAll('-', '')}`],
        ...[`SUMMARY:Lopp ${index}`, 'LOCATION:Mora', `DESCRIPTION:${TEXT}`, 'END:VEVENT'],
      ]),
      'END:VCALENDAR',
    ].join('\r\n'),
  'JSON Feed': () =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: indexes.map((index) => ({
        id: index,
        title: `Lopp ${index}, ${dayAt(index)}`,
        content_text: TEXT,
        tags: ['Löpning', 'Dalarna'],
      })),
    }),
};

test.each(Object.keys(FILES))(
  'a source of 20,000 events of %s is read within the limits of the reader',
  async (format) => {
    for (const table of [sources, events]) await app.context.database.longRunning.delete(table);
    const bytes = new TextEncoder().encode(FILES[format]?.());
    site.pages['/all'] = () => new Response(bytes);
    const { body: source } = await call<Source>(app, 'rest', 'admin.sources.create', admin, {
      name: format,
      url: `http://127.0.0.1:${site.port}/all`,
      trusted: true,
      defaults: { sport_type: 'Löpning', distances: '10 km', landskap: null },
    });
    const { body } = await call<SourceFetchResult>(app, 'rest', 'admin.sources.fetch', admin, {
      id: source.id,
    });
    expect(body).toMatchObject({ found: COUNT, added: COUNT, accepted: COUNT, ignored: [], errors: [] });
  },
);
