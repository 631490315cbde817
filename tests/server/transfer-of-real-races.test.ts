import { expect, test } from 'bun:test';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { transferOf, transferText } from '#src/features/events/transfer/rules.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

type Expected = [day: string, distance: string, text: string];
type Race = { name: string; input: object; texts: Expected[] };

// What the organizers' own pages said when they were read. The dates of the windows follow from the day of the race.
const RACES: Race[] = [
  {
    name: 'Vasaloppet',
    input: {
      event_date: '2025-03-02',
      sport_type: 'Längdskidor',
      distances: '90 km',
      transfer_policy: 'allowed',
      transfer_periods: [
        { to: '2025-02-23', fee: 220, payer: 'buyer', where: 'online' },
        { from: '2025-02-24', to: '2025-03-01', fee: 220, payer: 'buyer', where: 'on_site' },
      ],
      transfer_rules_url: 'https://www.vasaloppet.se/',
      transfer_checked_on: '2025-01-15',
    },
    texts: [
      ['2025-02-23', '90 km', 'Namnbyte till 23 februari, 220 SEK, betalas av köparen'],
      ['2025-02-24', '90 km', 'Namnbyte till 1 mars, på plats, 220 SEK, betalas av köparen'],
      ['2025-03-02', '90 km', 'Namnbyte stängt sedan 1 mars'],
    ],
  },
  {
    name: 'Vätternrundan',
    input: {
      event_date: '2025-06-13',
      event_end_date: '2025-06-14',
      sport_type: 'Cykel landsväg',
      distances: '100 km, 150 km, 315 km',
      transfer_policy: 'allowed',
      transfer_periods: [
        { from: '2025-05-28', to: '2025-06-05', fee: 200, payer: 'seller' },
        { from: '2025-05-28', to: '2025-06-11', distances: ['315 km'], fee: 200, payer: 'seller' },
      ],
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['kundnummer', 'födelsedatum'],
      transfer_rules_url: 'https://vatternrundan.se/',
    },
    texts: [
      ['2025-05-27', '150 km', 'Namnbyte öppnar 28 maj. Betala inte före dess.'],
      ['2025-05-28', '150 km', 'Namnbyte till 5 juni, 200 SEK, betalas av säljaren'],
      ['2025-06-05', '315 km', 'Namnbyte till 11 juni, 200 SEK, betalas av säljaren'],
      ['2025-06-06', '150 km', 'Namnbyte stängt sedan 5 juni'],
      ['2025-06-11', '315 km', 'Namnbyte till 11 juni, 200 SEK, betalas av säljaren'],
      ['2025-06-12', '315 km', 'Namnbyte stängt sedan 11 juni'],
    ],
  },
  {
    name: 'Göteborgsvarvet',
    input: {
      event_date: '2025-05-17',
      sport_type: 'Löpning',
      distances: '21,1 km',
      transfer_policy: 'allowed',
      transfer_periods: [{ to: '2025-05-10', fee: 250, payer: 'buyer' }],
    },
    texts: [
      ['2024-12-31', '21,1 km', 'Namnbyte till 10 maj 2025, 250 SEK, betalas av köparen'],
      ['2025-05-10', '21,1 km', 'Namnbyte till 10 maj, 250 SEK, betalas av köparen'],
      ['2025-05-11', '21,1 km', 'Namnbyte stängt sedan 10 maj'],
    ],
  },
  {
    name: 'Lidingöloppet',
    input: {
      event_date: '2021-09-25',
      sport_type: 'Löpning trail',
      distances: '30 km',
      transfer_policy: 'allowed',
      transfer_periods: [
        { to: '2021-09-24', fee: 200, payer: 'buyer' },
        { from: '2021-09-25', to: '2021-09-25', fee: 300, payer: 'buyer', where: 'on_site' },
      ],
    },
    texts: [
      ['2021-09-24', '30 km', 'Namnbyte till 24 september, 200 SEK, betalas av köparen'],
      ['2021-09-25', '30 km', 'Namnbyte till 25 september, på plats, 300 SEK, betalas av köparen'],
      ['2021-09-26', '30 km', 'Namnbyte stängt sedan 25 september'],
    ],
  },
  {
    name: 'Engelbrektsloppet',
    input: {
      event_date: '2025-02-09',
      sport_type: 'Längdskidor',
      distances: '60 km, 30 km',
      transfer_policy: 'allowed',
      transfer_periods: [{ fee: 200, payer: 'buyer' }],
      transfer_buyer_needs: ['Användar-ID'],
    },
    texts: [
      ['2025-01-01', '60 km', 'Namnbyte tillåtet, 200 SEK, betalas av köparen'],
      ['2025-02-09', '30 km', 'Namnbyte tillåtet, 200 SEK, betalas av köparen'],
    ],
  },
  {
    name: 'Stävie Trail',
    input: {
      event_date: '2025-10-04',
      sport_type: 'Löpning trail',
      distances: '10 km',
      transfer_policy: 'allowed',
      transfer_periods: [{ to: '2025-09-27', fee: 0 }],
    },
    texts: [
      ['2025-09-27', '10 km', 'Namnbyte till 27 september, utan avgift'],
      ['2025-09-28', '10 km', 'Namnbyte stängt sedan 27 september'],
    ],
  },
  {
    name: 'Classic Running Linköping',
    input: {
      event_date: '2019-09-07',
      sport_type: 'Löpning',
      distances: '10 km',
      transfer_policy: 'forbidden',
    },
    texts: [['2019-06-01', '10 km', 'Arrangören tillåter inte överlåtelse.']],
  },
  {
    name: 'Ett litet lopp',
    input: { event_date: '2025-08-02', sport_type: 'Löpning', distances: '5 km' },
    texts: [['2025-06-01', '5 km', 'Arrangörens regler är inte kända']],
  },
];

const app = await appOfFile();
const admin = await makeAdmin(app.db);

test.each(RACES.map((race) => [race.name, race] as const))(
  'the rules of %s can be entered',
  async (_, race) => {
    const { status, body } = await app.api<AdminEvent>('POST /admin/events', {
      body: { event_name: race.name, ...race.input },
      headers: admin.headers,
    });
    expect(status).toBe(200);
    const texts = race.texts.map(([day, distance]): Expected => {
      const text = transferText(transferOf(body, distance, day), day);
      return [day, distance, text.replaceAll('\u00a0', ' ')];
    });
    expect(texts).toEqual(race.texts);
  },
);
