import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import { CHOICE_LABELS } from '#src/features/events/labels.ts';
import { isUpcoming, placeOf, registrationOf } from '#src/features/events/rules.ts';
import type { MailSection } from '#src/platform/mail.ts';
import { addDaysTo, formatDays, formatLongDay, formatNearDay } from '#src/shared/dates.ts';
import { formatPrice, oneLine } from '#src/shared/text.ts';
import { type EventStateKey, stateOf, topicOf, wasSoldOut } from '../matching/rules.ts';
import type { News, NewsAd, NewsEvent } from './store.ts';

/** More are behind a link. */
const ITEMS_MAX = 20;
/** Of a name in a subject. */
const NAME_MAX = 60;

/** In the order of a mail. */
const SECTIONS = ['Ändringar', 'Anmälan', 'Nya lopp', TYPE_LABELS.sale, TYPE_LABELS.wanted] as const;
type Section = (typeof SECTIONS)[number];

type Item = {
  section: Section;
  /** Of the mail, if this is its only news. */
  subject: string;
  title: string;
  path: string;
  lines: string[];
};

export type Digest = {
  subject: string;
  preheader: string;
  /** With paths instead of addresses. */
  sections: MailSection[];
  /** How many items were left out. */
  restCount: number;
  isAds: boolean;
  /** Of the only item, if there is one. */
  onlyPath: string | undefined;
};

/** The mail with the newest news, without what changed and changed back. Undefined if nothing is left. */
export function digestOf(news: readonly News[], today: string): Digest | undefined {
  const bySubject = Map.groupBy(news, ({ subject_id }) => subject_id);
  const items = [...bySubject.values()].flatMap((rows) => itemOf(rows, today) ?? []);
  const shown = items
    .slice(0, ITEMS_MAX)
    .toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
  const [first] = shown;
  if (!first) return undefined;
  const sections = [...Map.groupBy(shown, ({ section }) => section)].map(([title, group]) => ({
    title,
    items: group.map(({ title, path, lines }) => ({ title, url: path, lines })),
  }));
  const isOnly = items.length === 1;
  return {
    subject: isOnly ? first.subject : subjectOf(items, first),
    preheader: isOnly ? first.lines.join('. ') : shown.map(({ title }) => title).join(', '),
    sections,
    restCount: items.length - shown.length,
    isAds: items.every(isAdItem),
    onlyPath: isOnly ? first.path : undefined,
  };
}

const isAdItem = ({ section }: Item) => section === TYPE_LABELS.sale || section === TYPE_LABELS.wanted;

/** The first news counts the others, unless all are of one kind. */
function subjectOf(items: readonly Item[], first: Item): string {
  const names = shortList([...new Set(items.map(({ title }) => shortName(title)))]);
  if (items.every(isAdItem)) return `${items.length} nya annonser: ${names}`;
  if (items.every(({ section }) => section === 'Nya lopp')) return `${items.length} nya lopp: ${names}`;
  const rest = items.length - 1;
  return `${first.subject}, och ${rest === 1 ? 'en nyhet' : `${rest} nyheter`} till`;
}

const shortList = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} med flera` : names.join(' och ');

function shortName(name: string): string {
  const characters = [...name];
  return characters.length > NAME_MAX
    ? `${characters
        .slice(0, NAME_MAX - 1)
        .join('')
        .trim()}…`
    : name;
}

function itemOf(rows: readonly News[], today: string): Item | undefined {
  const [{ event, ad } = { event: null, ad: null }] = rows;
  if (ad) return adItem(ad);
  return event && isUpcoming(event, today) ? eventItem(event, rows, today) : undefined;
}

function adItem(ad: NewsAd): Item {
  const isSale = ad.announcement_type === 'sale';
  const title = `${oneLine(ad.event_name)} ${ad.distance}`;
  const price = formatPrice(ad.price);
  const name = shortName(title);
  return {
    section: TYPE_LABELS[ad.announcement_type],
    subject: `Ny annons: ${isSale ? `${name}, ${price}` : `${name} söks, högst ${price}`}`,
    title,
    path: adPath(ad.order_number),
    lines: [
      isSale ? `Säljes för ${price}` : `Söks, högst ${price}`,
      `Loppet går ${formatLongDay(ad.event_date)}`,
    ],
  };
}

function eventItem(event: NewsEvent, rows: readonly News[], today: string): Item | undefined {
  const name = oneLine(event.event_name);
  const base = { title: name, path: event.url ?? '/' };
  const topics = new Set(rows.map(({ change }) => topicOf(change)));
  /** What the watcher knows. Undefined if that is nothing. */
  const knownOf = (topic: EventStateKey): string | undefined => {
    const earliest = rows.filter(({ change }) => topicOf(change) === topic).at(-1);
    return earliest?.told?.[topic] ?? earliest?.was ?? undefined;
  };
  const days = formatDays(event.event_date, event.event_end_date);
  const { status } = event;
  const day = status === 'postponed' ? `Tidigare ${days}` : days;
  const place = placeOf(event);
  if (topics.has('new')) {
    if (status === 'cancelled') return undefined;
    return {
      ...base,
      section: 'Nya lopp',
      subject: `Nytt lopp: ${shortName(name)}${status === 'postponed' ? '' : `, ${days}`}`,
      lines: [
        ...(status === 'postponed' ? [STATUS_TEXTS[status]] : []),
        [day, place].filter(Boolean).join(', '),
        [event.sport_type, event.distances].filter(Boolean).join(': '),
      ],
    };
  }
  const isCancelled = status === 'cancelled';
  const wasDays = knownOf('date');
  const isMoved = !isCancelled && wasDays !== undefined && wasDays !== stateOf(event, today).date;
  const isOther = topics.has('status') && knownOf('status') !== status;
  const changes = [
    // That a race is planned again says its new date.
    ...(isOther && !(isMoved && status === 'scheduled') ? [STATUS_TEXTS[status]] : []),
    ...(isMoved ? [`Nytt datum: ${days}`] : []),
  ];
  const registration =
    topics.has('registration') && !isCancelled
      ? registrationNews(event, knownOf('registration'), today)
      : undefined;
  const lines = [...changes, ...(registration?.lines ?? [])];
  const [first] = lines;
  if (!first) return undefined;
  const changeSubject = isMoved
    ? `Nytt datum: ${shortName(name)}, ${days}`
    : `${first.replace(/,.*/, '')}: ${shortName(name)}`;
  return {
    ...base,
    section: changes.length > 0 ? 'Ändringar' : 'Anmälan',
    subject: changes.length > 0 ? changeSubject : (registration?.subject ?? ''),
    lines: [
      ...lines,
      [isMoved ? `Tidigare ${formatStoredDays(wasDays)}` : day, place].filter(Boolean).join(', '),
    ],
  };
}

function formatStoredDays(days: string): string {
  const [first = '', last] = days.split('/');
  return formatDays(first, last || null);
}

const STATUS_TEXTS = { ...CHOICE_LABELS.status, scheduled: 'Blir av som planerat' };

/** Undefined if the state is the one that the watcher knows. */
function registrationNews(
  event: NewsEvent,
  was: string | undefined,
  today: string,
): { subject: string; lines: string[] } | undefined {
  if (was === stateOf(event, today).registration) return undefined;
  const { registration_opens_on: opens, registration_closes_on: closes } = event;
  const name = shortName(oneLine(event.event_name));
  const isLottery = event.registration_kind === 'lottery';
  const say = (what: string) => ({
    subject: `Anmälan till ${isLottery ? 'lottningen för ' : ''}${name} ${what}`,
    lines: [`Anmälan${isLottery ? ' till lottningen' : ''} ${what}`],
  });
  const until = closes ? ` till ${formatNearDay(closes, today)}` : '';
  switch (registrationOf(event, today)) {
    case 'open':
      return was && wasSoldOut(was)
        ? {
            subject: `Platser igen: ${name}`,
            lines: ['Det finns platser igen', ...say(`är öppen${until}`).lines],
          }
        : say(`är öppen${until}`);
    case 'not_open':
      return say(
        opens === addDaysTo(today, 1) ? 'öppnar i morgon' : `öppnar ${formatNearDay(opens ?? '', today)}`,
      );
    case 'sold_out':
      return { subject: `Fulltecknat: ${name}`, lines: ['Fulltecknat'] };
    case 'closed':
      // The row of an opening that is over has no earlier state.
      return was ? say('är stängd') : undefined;
    default:
      return undefined;
  }
}
