import { describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { WEB_CALENDARS } from '#client/features/events/race/calendar-links.ts';
import RacePage from '#client/pages/race.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { toListed } from '#src/features/events/list/contract.ts';
import type { RacePage as RacePageData } from '#src/features/events/race/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers, RACE, type Source } from '#tests/support/calendar-answers.ts';
import { type Answers, adOf, freshPage, place, show } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

const MORA = { latitude: 61, longitude: 14.5, is_approximate: false };
const edition = (year: number, part: Partial<PublicEvent> = {}): LocatedEvent => ({
  ...eventOf({
    id: `vasaloppet-${year}`,
    event_name: 'Vasaloppet',
    event_date: `${year}-03-07`,
    series_id: 'vasaloppet',
    url: `/lopp/vasaloppet/${year}`,
    ...part,
  }),
  ...MORA,
});
const nearRace = (name: string, event_date: string, kilometres: number): RacePageData['near'][0] => ({
  event: toListed(eventOf({ id: name, event_name: name, event_date, url: `/lopp/${name}/2027` })),
  kilometres,
});
const EVENTS = [
  edition(2025, { result_link: 'https://example.se/2025' }),
  edition(2026),
  edition(2027, {
    organizer: 'IFK Mora',
    race_link: 'https://example.se',
    additional_fields: [{ label: 'Starttid', value: '08:00' }],
  }),
  edition(2028),
];

function answersWith(events: Source = EVENTS, near: RacePageData['near'] = []): Answers {
  const answers = calendarAnswers(events);
  return {
    ...answers,
    [RACE]: async (input: unknown) => ({ ...(await answers[RACE](input)), near }),
    'public.announcements.list': [adOf({ id: 'ad', event_id: 'vasaloppet-2027' })],
  };
}
const open = (path = '/lopp/vasaloppet/2027', events: Source = EVENTS) =>
  show(<RacePage />, { path, answers: answersWith(events) });
const namesIn = async (heading: string) => {
  const section = (await screen.findByRole('heading', { name: heading })).closest('section') as HTMLElement;
  return within(section)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
};

function Calendar() {
  const { isSuccess } = trpc.public.events.upcoming.useQuery();
  return isSuccess ? <Link to="/lopp/vasaloppet/2027">Vasaloppet</Link> : null;
}

describe('the page of a race', () => {
  test('offers mails about the race', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Följ' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mejla mig' }));
    expect((await screen.findByRole('dialog', { name: 'Mejla mig' })).textContent).toContain('Vasaloppet');
    expect(screen.getByLabelText<HTMLInputElement>('Ändringar och anmälan').checked).toBe(true);
  });

  test('offers to tell of the first ad', async () => {
    open('/lopp/vasaloppet/2028');
    await userEvent.click(await screen.findByRole('button', { name: 'Säg till när det kommer en' }));
    await screen.findByRole('dialog', { name: 'Mejla mig' });
    expect(screen.getByLabelText<HTMLInputElement>('Platser som säljs').checked).toBe(true);
  });

  test('shows its facts, its ads and a link to report a mistake', async () => {
    open();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Vasaloppet');
    expect(screen.getByText('IFK Mora')).toBeTruthy();
    expect(screen.getByText('08:00')).toBeTruthy();
    expect(screen.getByRole('link', { name: '1 säljes' }).getAttribute('href')).toBe(
      '/marketplace?event=vasaloppet-2027&type=sale',
    );
    expect(screen.getByRole('link', { name: 'Skapa annons' }).getAttribute('href')).toBe(
      '/marketplace/create?event=vasaloppet-2027',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Rapportera fel' }));
    expect(place.url).toBe('/contact?subject=Fel på Vasaloppet, 7 mars 2027');
  });

  test('lists the other years with their results, and the races nearby with the way to them', async () => {
    const near = [nearRace('sooner', '2027-03-05', 22.2), nearRace('later', '2027-08-21', 11.1)];
    show(<RacePage />, { path: '/lopp/vasaloppet/2027', answers: answersWith(EVENTS, near) });
    expect(await namesIn('Fler upplagor')).toEqual([
      '7 mars 2028Vasaloppet',
      '7 mars 2026Vasaloppet',
      '7 mars 2025VasaloppetResultat: Vasaloppet 2025 (ny flik)',
    ]);
    expect(await namesIn('Fler lopp i närheten')).toEqual([
      '5 mars 2027sooner22 km bort',
      '21 aug. 2027later11 km bort',
    ]);
  });

  describe('about transfers', () => {
    const RULES = {
      distances: '90 km, 45 km',
      transfer_policy: 'allowed',
      transfer_periods: [
        { from: null, to: '2027-02-26', distances: [], fee: 220, payer: 'buyer', where: 'online' },
        {
          from: '2027-02-27',
          to: '2027-03-06',
          distances: ['90 km'],
          fee: 300,
          payer: 'buyer',
          where: 'on_site',
        },
      ],
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['födelsedatum', 'e-postadress', 'Användar-ID'],
      transfer_rules_url: 'https://vasaloppet.example/namnbyte',
      transfer_checked_on: '2027-01-12',
    } satisfies Partial<PublicEvent>;
    const textsOf = async (part: Partial<PublicEvent>) => {
      open('/lopp/vasaloppet/2027', [edition(2027, part)]);
      await screen.findByRole('heading', { level: 1 });
      const section = screen.queryByRole('heading', { name: 'Överlåtelse' })?.closest('section');
      return [...(section?.querySelectorAll('p, li') ?? [])].map((text) =>
        text.textContent?.replaceAll('\u00a0', ' '),
      );
    };

    test('shows what holds today, the periods, what is needed, and the source', async () => {
      expect(await textsOf(RULES)).toEqual([
        'Namnbyte till 26 februari, 220 SEK, betalas av köparen',
        'Till 26 februari: 220 SEK, betalas av köparen, på nätet',
        '27 februari – 6 mars: 300 SEK, betalas av köparen, på plats (90 km)',
        'Säljaren begär namnbytet. Köparen lämnar födelsedatum, e-postadress och Användar-ID.',
        'Enligt arrangören, kontrollerat 12 januariArrangörens regler: Vasaloppet (ny flik)',
      ]);
      const link = screen.getByRole('link', { name: /^Arrangörens regler/ });
      expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
        'https://vasaloppet.example/namnbyte',
        '_blank',
        'noopener',
      ]);
    });

    test('names the distances if they differ', async () => {
      const [, second] = RULES.transfer_periods;
      if (!second) throw new Error('There is no second period.');
      const closed = { ...second, from: null, to: '2027-01-10', distances: ['45 km'] };
      const texts = await textsOf({ ...RULES, transfer_periods: [closed, second] });
      expect(texts.slice(0, 2)).toEqual([
        '90 km: Namnbyte öppnar 27 februari. Betala inte före dess.',
        '45 km: Namnbyte stängt sedan 10 januari',
      ]);
    });

    test('is short if transfers are forbidden or nothing but the link is known', async () => {
      expect(await textsOf({ ...RULES, transfer_policy: 'forbidden', transfer_checked_on: null })).toEqual([
        'Arrangören tillåter inte överlåtelse.',
        'Arrangörens regler: Vasaloppet (ny flik)',
      ]);
    });

    test('names a period of one day by that day', async () => {
      const [first] = RULES.transfer_periods;
      const period = { ...first, from: '2027-03-05', to: '2027-03-05' } as (typeof RULES.transfer_periods)[0];
      const texts = await textsOf({ ...RULES, transfer_periods: [period] });
      expect(texts[1]).toBe('5 mars: 220 SEK, betalas av köparen, på nätet');
    });

    test('shows nothing if nothing is known, and for a race that is off', async () => {
      expect(await textsOf({})).toEqual([]);
      expect(await textsOf({ ...RULES, status: 'cancelled' })).toEqual([]);
    });
  });

  test('says when its organiser confirmed it', async () => {
    open('/lopp/vasaloppet/2027', [edition(2027, { organizer_confirmed_on: '2027-01-12' })]);
    await screen.findByText('Uppgifterna kommer från arrangören, 12 januari 2027.');
  });

  test('is counted once when it is shown, and not if there is no such race', async () => {
    const { calls, unmount } = open();
    await screen.findByRole('heading', { level: 1, name: 'Vasaloppet' });
    const views = () => calls.filter(({ procedure }) => procedure === 'public.views.count');
    await waitFor(() => expect(views().map(({ input }) => input)).toEqual([{ id: 'vasaloppet-2027' }]));
    unmount();
    const missing = open('/lopp/finns-inte');
    await screen.findByText('Sidan finns inte');
    expect(missing.calls.filter(({ procedure }) => procedure === 'public.views.count')).toEqual([]);
  });

  test('offers neither places nor its date for a calendar if it is cancelled', async () => {
    open('/lopp/vasaloppet/2027', [edition(2027, { status: 'cancelled' })]);
    expect(await screen.findByText('Inställt')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Startplatser' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Lägg till i kalender' })).toBeNull();
  });

  test('strikes the old date of a postponed race through, and offers to watch for the new one', async () => {
    open('/lopp/vasaloppet/2027', [edition(2027, { status: 'postponed' })]);
    expect(await screen.findByRole('button', { name: 'Mejla mig om nytt datum' })).toBeTruthy();
    expect(document.querySelector('time s')?.textContent).toBe('7 mars 2027');
    expect(screen.queryByRole('button', { name: 'Lägg till i kalender' })).toBeNull();
  });

  test.each([
    ['forbidden', [], 'Platser kan inte säljas eller sökas: arrangören tillåter inte överlåtelse.'],
    ['allowed', ['2027-01-14'], 'Platser kan inte säljas eller sökas: tiden för namnbyte är slut.'],
    ['allowed', ['2027-01-15'], undefined],
    ['allowed', [], undefined],
  ] as const)('if transfers are %s until %p, says why it takes no ads: %p', async (policy, ends, reason) => {
    const transfer_periods = ends.map((to) => ({
      from: null,
      to,
      distances: [],
      fee: null,
      payer: null,
      where: null,
    }));
    open('/lopp/vasaloppet/2028', [edition(2028, { transfer_policy: policy, transfer_periods })]);
    const places = (await screen.findByRole('heading', { name: 'Startplatser' })).closest('section');
    expect(places?.textContent).toBe(
      reason
        ? `Startplatser${reason}`
        : 'StartplatserIngen säljer eller söker en plats just nu.Säg till när det kommer enSkapa annons',
    );
  });

  test.each([
    ['/lopp/vasaloppet/2026', 'Loppet är över.Nästa: 7 mars 2027', '/lopp/vasaloppet/2027'],
    ['/lopp/vasaloppet/2027', undefined, undefined],
  ])('at %s says at the top: %p', async (path, text, next) => {
    open(path);
    await screen.findByRole('heading', { level: 1 });
    const notice = document.querySelector('.race-over');
    expect(notice?.textContent).toBe(text as string);
    expect(notice?.querySelector('a')?.getAttribute('href')).toBe(next);
  });

  test.each([
    ['2026-01-14', {}, ['Visa resultat', 'Besök evenemangssida']],
    ['2028-01-14', {}, ['Besök evenemangssida', 'Visa resultat']],
    [
      '2028-01-14',
      { registration: 'open', registration_url: 'https://anmalan.example' },
      ['Till anmälan', 'Besök evenemangssida', 'Visa resultat'],
    ],
  ] as const)('of %s with %p has the links %p, and only the first is primary', async (date, part, labels) => {
    const links = { race_link: 'https://a.example', result_link: 'https://b.example' };
    open('/lopp/vasaloppet/2027', [edition(2027, { event_date: date, ...links, ...part })]);
    await screen.findByRole('heading', { level: 1 });
    const buttons = [...document.querySelectorAll('.race-actions > .button')];
    expect(buttons.map(({ textContent }) => textContent?.split(':')[0])).toEqual([...labels]);
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1);
    expect(buttons[0]?.classList.contains('button-primary')).toBe(true);
  });

  test('leads back to the calendar', async () => {
    open();
    expect((await screen.findByRole('link', { name: 'Kalender' })).getAttribute('href')).toBe('/');
  });

  test('is that of the edition that the server names at the address of the series', async () => {
    const { sent } = open('/lopp/vasaloppet/');
    expect(await screen.findByText('7 mars 2027')).toBeTruthy();
    expect(sent(RACE)).toEqual([{ path: '/lopp/vasaloppet' }]);
  });

  test('fetches that race only when it is opened from another page', async () => {
    const { calls } = show(
      <Routes>
        <Route path="/contact" element={<Link to="/lopp/vasaloppet/2027">Vasaloppet</Link>} />
        <Route path="*" element={<RacePage />} />
      </Routes>,
      { path: '/contact', answers: answersWith() },
    );
    await userEvent.click(screen.getByRole('link', { name: 'Vasaloppet' }));
    await screen.findByRole('heading', { level: 1, name: 'Vasaloppet' });
    const ofEvents = calls.filter(({ procedure }) => procedure.startsWith('public.events.'));
    expect(ofEvents).toEqual([{ procedure: RACE, input: { path: '/lopp/vasaloppet/2027' } }]);
  });

  test('shows what the calendar knows until the race is fetched', async () => {
    const response = Promise.withResolvers<void>();
    const events = [{ ...edition(2027), id: idOf('vasa') }];
    const answers = answersWith(events);
    const raceOf = answers[RACE] as (input: unknown) => Promise<unknown>;
    show(
      <Routes>
        <Route path="/" element={<Calendar />} />
        <Route path="*" element={<RacePage />} />
      </Routes>,
      {
        path: '/',
        answers: {
          ...answers,
          [RACE]: (input: unknown) => response.promise.then(() => raceOf(input)),
        },
      },
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Vasaloppet' }));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Vasaloppet');
    expect(screen.getByText('Mora, Dalarna')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dela' }) === null).toBe(true);
    response.resolve();
    expect(await screen.findByRole('button', { name: 'Dela' })).toBeTruthy();
  });

  test('says that there is no such race', async () => {
    open('/lopp/finns-inte');
    expect(await screen.findByRole('heading', { name: 'Sidan finns inte' })).toBeTruthy();
  });

  test('offers a retry when the race cannot be fetched', async () => {
    const { answers } = open('/lopp/vasaloppet/2027', new AppError('request.invalid'));
    await screen.findByRole('heading', { name: 'Loppet kunde inte visas' });
    Object.assign(answers, answersWith());
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await screen.findByRole('heading', { name: 'Vasaloppet' })).toBeTruthy();
  });
});

test('a race of several days is added to web calendars until the day after its last', () => {
  const race = eventOf({
    id: 'a',
    event_date: '2027-02-27',
    event_end_date: '2027-02-28',
    address: 'Torget 1',
  });
  const [google, outlook] = WEB_CALENDARS.map(
    ({ urlOf }) => new URL(urlOf(race, 'https://lopp.example/lopp/a/2027')).searchParams,
  );
  expect([google?.get('dates'), google?.get('location')]).toEqual([
    '20270227/20270301',
    'Torget 1, Mora, Dalarna',
  ]);
  expect([outlook?.get('startdt'), outlook?.get('enddt')]).toEqual(['2027-02-27', '2027-03-01']);
});
