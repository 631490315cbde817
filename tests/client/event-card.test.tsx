import { describe, expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { dateBadgeTexts } from '#client/features/events/card/date-badge.tsx';
import { EventCard } from '#client/features/events/card/event-card.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { FACTS } from '#src/features/events/facts.ts';
import { RACE_FIELD_NAMES } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import { freshPage, show } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

const renderCard = (part: Partial<PublicEvent>, hasStamp = false) =>
  show(<EventCard event={eventOf({ id: 'e', ...part })} counts={undefined} hasStamp={hasStamp} />);

describe('the event card', () => {
  test('shows name, sport, distances, place and the date in words', () => {
    renderCard({ event_name: 'Kinnekulle Trail', sport_type: 'Löpning trail', distances: '10 km, 42,1 km' });
    expect(screen.getByRole('article', { name: 'Kinnekulle Trail' })).toBeTruthy();
    expect(screen.getByText('Löpning trail')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '10\u00a0km',
      '42,1\u00a0km',
    ]);
    expect(screen.getByText('Mora, Dalarna')).toBeTruthy();
    expect(screen.getByText('22 maj 2027')).toBeTruthy();
  });

  test('shows every field of a race except its end, facts of its page alone, and additional fields', () => {
    const hiddenFields = [
      'event_end_date',
      'additional_fields',
      ...FACTS.filter((fact) => !('isOnCard' in fact)).map(({ name }) => name),
    ];
    const fieldNames = RACE_FIELD_NAMES.filter((name) => !hiddenFields.includes(name));
    const texts = Object.fromEntries(
      fieldNames.map((name, index) => [
        name,
        name.endsWith('_link') ? `https://${index}.example` : `Text ${index}`,
      ]),
    );
    renderCard({ ...texts, event_date: '2027-05-22', distances: '17 km' });
    const html = document.querySelector('.event-card')?.outerHTML.replaceAll('\u00a0', ' ') ?? '';
    const expected = { ...texts, event_date: '22 maj 2027', distances: '17 km' };
    const labels: string[] = RACE_FIELD_NAMES.map(labelOf);
    for (const term of screen.getAllByRole('term')) expect(labels).toContain(term.textContent ?? '');
    for (const [name, text] of Object.entries(expected))
      expect([name, html.replaceAll('&nbsp;', ' ').includes(text)]).toEqual([name, true]);
  });

  test('strikes the name of a cancelled race through, and says so with its note', () => {
    renderCard({ status: 'cancelled', status_note: 'Ingen is.', sold_out: true });
    expect(document.querySelector('.event-card-name s')?.textContent).toBe('Loppet e');
    expect(document.querySelector('.event-state')?.textContent).toBe('InställtIngen is.');
  });

  test.each([
    ['scheduled', '2027-01-14', 0],
    ['postponed', '2027-01-14', 1],
    ['postponed', '2026-01-14', 0],
  ] as const)('of a %s race on %s has %d buttons to watch it', (status, event_date, count) => {
    renderCard({ status, event_date, series_id: null });
    expect(screen.queryAllByRole('button', { name: /^Följ/ })).toHaveLength(count);
  });

  test.each([
    ['2027-01-14', 'button-soft', 'button-secondary'],
    ['2027-01-15', 'button-secondary', 'button-soft'],
  ])('of a race on %s has "Visa resultat" as %s', (event_date, resultKind, raceKind) => {
    renderCard({ event_date, race_link: 'https://a.example', result_link: 'https://b.example' });
    const classes = screen.getAllByRole('link').map(({ className }) => className.split(' ')[1]);
    expect(classes).toEqual([resultKind, raceKind]);
  });

  test('says nothing about the state of most races', () => {
    renderCard({});
    expect(document.querySelector('.event-state, s')).toBeNull();
  });

  test('says when its organiser confirmed it', () => {
    renderCard({ organizer_confirmed_on: '2027-01-12' });
    expect(document.querySelector('.event-card-fields')?.textContent).toBe(
      'Uppgifterna kommer från arrangören 12 jan',
    );
  });

  test('shows the landskap alone without an ort', () => {
    renderCard({ ort: null });
    expect(screen.getByText('Dalarna')).toBeTruthy();
  });

  test('has no link when the event has none', () => {
    renderCard({});
    expect(screen.queryAllByRole('link')).toHaveLength(0);
  });

  test('shows the result link first, and opens both links in a new tab', () => {
    renderCard({ race_link: 'https://lopp.se', result_link: 'https://lopp.se/resultat' });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://lopp.se/resultat',
      'https://lopp.se',
    ]);
    expect(links[0]?.textContent).toStartWith('Visa resultat');
    expect(links[1]?.textContent).toStartWith('Besök evenemangssida');
    for (const link of links) {
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toContain('noopener');
    }
  });

  test('links to http(s) URLs only', () => {
    renderCard({ race_link: 'javascript:alert(1)', result_link: 'https://lopp.se/resultat' });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Visa resultat: Loppet e (ny flik)',
    ]);
  });

  test('shows the organizer before the additional fields', () => {
    renderCard({ organizer: 'Mora IK', additional_fields: [{ label: 'Startavgift', value: '500 SEK' }] });
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      labelOf('organizer'),
      'Startavgift',
    ]);
    expect(screen.getByText('Mora IK')).toBeTruthy();
  });

  test('shows the whole text of a stamp as its title', () => {
    renderCard({ banner_text: 'Fullbokat', banner_color: 'yellow' }, true);
    expect(screen.getByTitle('Fullbokat').dataset.color).toBe('yellow');
  });

  test('shows no stamp when hasStamp is false', () => {
    renderCard({ banner_text: 'Fullbokat' }, false);
    expect(screen.queryByTitle('Fullbokat')).toBeNull();
  });
});

describe('the date badge', () => {
  test('shows weekday, day and month of one day', () => {
    expect(dateBadgeTexts('2027-05-22', null)).toMatchObject({ weekday: 'lör', day: '22', month: 'maj' });
  });

  test('shows both days of a range within a month', () => {
    expect(dateBadgeTexts('2027-06-18', '2027-06-19')).toMatchObject({
      weekday: 'fre–lör',
      day: '18–19',
      month: 'juni',
    });
  });

  test('shows the start of a range across two months, while the card shows the whole range', () => {
    expect(dateBadgeTexts('2027-06-30', '2027-07-02')).toMatchObject({ day: '30', month: 'juni' });
    renderCard({ event_date: '2027-06-30', event_end_date: '2027-07-02' });
    expect(screen.getByText('30 juni – 2 juli 2027').className).toBe('event-card-time');
  });
});
