import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { kilometresOf, splitDistances } from '#src/shared/distances.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { siteOfFile } from '#tests/support/site.ts';

// What people ask of a calendar, each answered from the start page with few presses.

const TODAY = '2027-01-15';
const MAX_PRESSES = 5;
const OREBRO = { latitude: 59.274, longitude: 15.207 };

/** Race and price. */
const ADS = [
  ['Vasaloppet', 1495],
  ['Vasaloppet', 1500],
  ['Vasaloppet', 1501],
  ['Lidingöloppet', 600],
] as const;

type Located = PublicEvent & { latitude: number; longitude: number };
const site = await siteOfFile();
await site.sql`
  insert into events (id, event_name, event_date, sport_type, distances, ort, landskap, latitude, longitude, place_source)
  values
    (gen_random_uuid(), 'Siljansmilen', '2027-04-24', 'Löpning', array['10 km'], 'Leksand', 'Dalarna', 60.73, 15, 'admin'),
    (gen_random_uuid(), 'Tivedens OCR', '2027-06-12', 'OCR', array['8 km'], 'Askersund', 'Närke', 58.88, 14.9, 'admin')`;
const events = (await (await fetch(`${site.url}/api/events/coordinates`)).json()) as Located[];
const owner = await makeMember(site.db);
for (const [name, price] of ADS) {
  const event = events.find(({ event_name }) => event_name === name);
  await makeAnnouncement(site.db, { event_id: event?.id, user_id: owner.id, price });
}

const kilometreLengthsOf = ({ distances }: PublicEvent) =>
  splitDistances(distances).flatMap((distance) => kilometresOf(distance) ?? []);
const lastDayOf = ({ event_date, event_end_date }: PublicEvent) => event_end_date ?? event_date;
const monthOf = ({ event_date }: PublicEvent) => event_date.slice(0, 7);
const isWithin = (from: string, to: string) => (event: PublicEvent) =>
  lastDayOf(event) >= from && event.event_date <= to;

/** One press is a click, a tap, a choice in a native list, or a press on the search field. Typing does not count. */
class Visitor {
  presses = 0;
  constructor(readonly page: Page) {}
  async press(name: string | RegExp) {
    this.presses++;
    await this.page.getByRole('button', { name }).first().click();
  }
  async choose(list: string, option: string) {
    this.presses++;
    await this.page.locator(`select[name=${list}]:visible`).selectOption(option);
  }
  async search(text: string) {
    this.presses++;
    await this.page.locator('input[name=q]:visible').fill(text);
  }
  async follow(name: string | RegExp) {
    this.presses++;
    await this.page.getByRole('link', { name }).first().click();
  }
  async type(field: string, text: string) {
    await this.page.locator(`[name=${field}]:visible`).fill(text);
    await this.page.keyboard.press('Enter');
  }
}

type Question = {
  question: string;
  ask: (visitor: Visitor) => Promise<void>;
  isAnswer: (event: Located) => boolean;
  includesPastEvents?: boolean;
};

const QUESTIONS: Question[] = [
  {
    question: 'at most 21 km in Dalarna in April or May',
    ask: async (visitor) => {
      await visitor.press(/^apr /);
      await visitor.press(/^maj /);
      await visitor.choose('landskap', 'Dalarna');
      await visitor.press(/^Distans/);
      await visitor.type('distance_max', '21');
    },
    isAnswer: (event) =>
      event.landskap === 'Dalarna' &&
      isWithin('2027-04-01', '2027-05-31')(event) &&
      kilometreLengthsOf(event).some((km) => km <= 21),
  },
  {
    question: 'an OCR race within 100 km of Örebro this summer',
    ask: async (visitor) => {
      await visitor.choose('sport', 'OCR');
      await visitor.press(/^Datum/);
      await visitor.press('I sommar');
      await visitor.press(/^Nära/);
      await visitor.page.locator('[name=near]').fill('öreb');
      await visitor.page.getByRole('option', { name: /^Örebro/ }).waitFor();
      await visitor.page.keyboard.press('Enter');
    },
    isAnswer: (event) =>
      event.sport_type === 'OCR' &&
      isWithin('2027-06-01', '2027-08-31')(event) &&
      kilometresBetween(OREBRO, event) <= 100,
  },
  {
    question: 'a swim before Vansbrosimningen',
    ask: (visitor) => visitor.choose('sport', 'Simning'),
    isAnswer: ({ sport_type }) => sport_type === 'Simning',
  },
  {
    question: 'the next three months',
    ask: async (visitor) => {
      await visitor.press(/^feb /);
      await visitor.press(/^mars /);
      await visitor.press(/^apr /);
    },
    isAnswer: isWithin('2027-02-01', '2027-04-30'),
  },
  {
    question: 'a half marathon in May',
    ask: async (visitor) => {
      await visitor.press(/^maj /);
      await visitor.press(/^Distans/);
      await visitor.press(/^Halvmaraton/);
    },
    isAnswer: (event) =>
      isWithin('2027-05-01', '2027-05-31')(event) &&
      kilometreLengthsOf(event).some((km) => km >= 21 && km <= 21.1),
  },
  {
    question: 'an ultra on trails',
    ask: async (visitor) => {
      await visitor.choose('sport', 'Löpning trail');
      await visitor.press(/^Distans/);
      await visitor.press(/^43,1\+ km/);
    },
    isAnswer: (event) =>
      event.sport_type === 'Löpning trail' && kilometreLengthsOf(event).some((km) => km >= 43.1),
  },
  {
    question: 'the races near me',
    ask: async (visitor) => {
      await visitor.press(/^Nära/);
      await visitor.press('Nära mig');
    },
    isAnswer: (event) => kilometresBetween(OREBRO, event) <= 100,
  },
  {
    question: 'a sprint triathlon',
    ask: async (visitor) => {
      await visitor.choose('sport', 'Triathlon');
      await visitor.press(/^Distans/);
      await visitor.page.locator('label', { hasText: /^Sprint/ }).click();
      visitor.presses++;
    },
    isAnswer: ({ sport_type, distances }) =>
      sport_type === 'Triathlon' && splitDistances(distances).includes('Sprint'),
  },
  {
    question: 'the races of last year',
    ask: async (visitor) => {
      await visitor.press(/^Datum/);
      await visitor.page.locator('label', { hasText: 'Tidigare Evenemang' }).click();
      visitor.presses++;
    },
    isAnswer: (event) => lastDayOf(event) < TODAY,
    includesPastEvents: true,
  },
  {
    question: 'Vasaloppet, misspelled, in March',
    ask: async (visitor) => {
      await visitor.search('vasalopet');
      await visitor.press(/^mars /);
    },
    isAnswer: (event) =>
      isWithin('2027-03-01', '2027-03-31')(event) && /vasa/i.test(`${event.event_name} ${event.organizer}`),
  },
  {
    question: 'what is on in Mora',
    ask: (visitor) => visitor.search('mora'),
    isAnswer: (event) =>
      event.event_date >= TODAY &&
      /mora/i.test(`${event.event_name} ${event.ort} ${event.organizer} ${event.distances}`),
  },
  {
    question: 'cycling in June, on the map',
    ask: async (visitor) => {
      await visitor.choose('sport', 'Cykel landsväg');
      await visitor.press(/^juni /);
      await visitor.follow('Karta');
    },
    isAnswer: (event) => event.sport_type === 'Cykel landsväg' && monthOf(event) === '2027-06',
  },
];

test('answers "where people sell places in Vasaloppet under 1,500 SEK" from the start page', async () => {
  const { page, finish } = await site.visit('/');
  const visitor = new Visitor(page);
  await visitor.follow('Startplatsmarknaden');
  await page.getByRole('heading', { name: 'Startplatsmarknaden', level: 1 }).waitFor();
  await visitor.search('vasaloppet');
  await visitor.type('max_price', '1500');
  await page.getByText(`Visar 2 av ${ADS.length} annonser`).waitFor();
  expect(await page.locator('.ad-card-name').allTextContents()).toEqual(['Vasaloppet', 'Vasaloppet']);
  expect(visitor.presses).toBeLessThanOrEqual(MAX_PRESSES);
  await finish();
});

const COUNT = /\((\d+) evenemang av|Visar (\d+) evenemang på kartan/;

test.each(QUESTIONS)(
  'answers "$question" from the start page',
  async ({ question, ask, isAnswer, includesPastEvents }) => {
    const { page, finish } = await site.visit('/');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation(OREBRO);
    await page.locator('.filter-count', { hasText: 'av 60)' }).waitFor();
    const visitor = new Visitor(page);
    const start = performance.now();
    await ask(visitor);
    const expectedEvents = events.filter(
      (event) => isAnswer(event) && (includesPastEvents || lastDayOf(event) >= TODAY),
    );
    await page.waitForFunction(
      ([source, count]) => {
        const shown = [...document.querySelectorAll('.filter-count, .map-total')].map(
          (text) => text.textContent,
        );
        const match = new RegExp(source).exec(shown.join(' '));
        return Number(match?.[1] ?? match?.[2]) === count;
      },
      [COUNT.source, expectedEvents.length] as const,
      { timeout: 8000 },
    );
    const seconds = (performance.now() - start) / 1000;
    console.info(
      `${question}: ${visitor.presses} presses, ${seconds.toFixed(1)} s, ${expectedEvents.length} races`,
    );
    expect(expectedEvents.length).toBeGreaterThan(0);
    expect(visitor.presses).toBeLessThanOrEqual(MAX_PRESSES);
    await finish();
  },
);
