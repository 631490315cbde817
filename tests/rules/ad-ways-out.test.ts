import { expect, test } from 'bun:test';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import { waysOut } from '#src/features/announcements/filter/ways-out.ts';
import { adOf } from '#tests/support/client.tsx';

const ADS = [
  adOf({ id: '1', event_id: 'a', price: 900, landskap: 'Skåne' }),
  adOf({ id: '2', event_id: 'a', price: 750, landskap: 'Skåne' }),
  adOf({ id: '4', event_id: 'a', price: 600, landskap: 'Skåne', announcement_type: 'wanted' }),
  adOf({ id: '3', event_id: 'b', price: 400, landskap: 'Dalarna', announcement_type: 'wanted' }),
];
const labelsOf = (part: Partial<AnnouncementFilter>) =>
  waysOut(ADS, { ...ALL_ANNOUNCEMENTS, ...part }).map(({ label }) => label.replaceAll('\u00a0', ' '));

test.each([
  [{ event: 'a', max_price: 500 }, ['Billigast nu 750 kr', '1 för andra lopp']],
  [{ event: 'b', type: 'sale' }, ['1 söks', '2 för andra lopp']],
  [{ event: 'a', type: 'wanted', max_price: 500 }, ['1 oavsett pris', '1 för andra lopp']],
  [{ type: 'sale', landskap: 'Dalarna' }, ['1 söks', '2 i hela landet']],
  [{ sport: 'Simning' }, ['4 i andra sporter']],
  [{ landskap: 'Blekinge', sport: 'Simning' }, []],
] as const)('without a match for %j, one press would find %j', (part, labels) => {
  expect(labelsOf(part)).toEqual([...labels]);
});

test('the cheapest ad is first when the price is dropped', () => {
  const [way] = waysOut(ADS, { ...ALL_ANNOUNCEMENTS, event: 'a', max_price: 500 });
  expect(way?.filter).toEqual({ ...ALL_ANNOUNCEMENTS, event: 'a', type: 'sale', sort: 'price' });
});

test('a search can be dropped', () => {
  const found = { understood: { parts: [], place: undefined } as never, scores: new Set<never>() };
  const [way] = waysOut(ADS, { ...ALL_ANNOUNCEMENTS, q: ' xyz ', found });
  expect(way).toMatchObject({ label: '4 utan ”xyz”', filter: { q: '' } });
});
