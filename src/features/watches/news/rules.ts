import type { MailSection } from '../../../platform/mail';
import { addDaysTo, formatDays, formatLongDay, formatNearDay } from '../../../shared/dates';
import { formatPrice, oneLine } from '../../../shared/text';
import { TYPE_LABELS } from '../../announcements/contract';
import { adPath } from '../../announcements/rules';
import type { EventStatus } from '../../events/fields';
import { isUpcoming, placeOf, registrationOf } from '../../events/rules';
import { type EventStateKey, stateOf, topicOf } from '../matching/rules';
import type { News, NewsAd, NewsEvent } from './store';

/** More are behind a link. */
const ITEMS_MAX = 20;

type Item = {
  section: 'Nya lopp' | 'Ändringar' | 'Anmälan' | 'Säljes' | 'Söks';
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
  /** Of the only item, if there is one. */
  only: { path: string; isAd: boolean } | undefined;
};

/**
 * The mail that tells the news, the newest first, in its final state. What changed and changed back is left out. Undefined if
 * nothing is left.
 */
export function digestOf(news: readonly News[], today: string): Digest | undefined {
  const bySubject = Map.groupBy(news, ({ subject_id }) => subject_id);
  const items = [...bySubject.values()].flatMap((rows) => itemOf(rows, today) ?? []);
  const [first] = items;
  if (!first) return undefined;
  const shown = items.slice(0, ITEMS_MAX);
  const sections = [...Map.groupBy(shown, ({ section }) => section)].map(([title, group]) => ({
    title,
    items: group.map(({ title, path, lines }) => ({ title, url: path, lines })),
  }));
  return {
    subject: subjectOf(items),
    preheader: items.length === 1 ? (first.lines[0] ?? '') : shown.map(({ title }) => title).join(', '),
    sections,
    restCount: items.length - shown.length,
    only: items.length === 1 ? { path: first.path, isAd: isAdItem(first) } : undefined,
  };
}

const isAdItem = ({ section }: Item) => section === 'Säljes' || section === 'Söks';

function subjectOf(items: readonly Item[]): string {
  const [first] = items as [Item];
  if (items.length === 1) return first.subject;
  const titles = [...new Set(items.map(({ title }) => title))];
  if (!items.every(isAdItem)) {
    const isNew = items.every(({ section }) => section === 'Nya lopp');
    return `${items.length} ${isNew ? 'nya lopp' : 'nyheter'}: ${shortList(titles)}`;
  }
  return `${items.length} nya annonser: ${shortList(titles)}`;
}

const shortList = (titles: readonly string[]): string =>
  titles.length > 2 ? `${titles.slice(0, 2).join(', ')} med flera` : titles.join(' och ');

function itemOf(rows: readonly News[], today: string): Item | undefined {
  const [{ event, ad } = { event: null, ad: null }] = rows;
  if (ad) return adItem(ad);
  return event && isUpcoming(event, today) ? eventItem(event, rows, today) : undefined;
}

function adItem(ad: NewsAd): Item {
  const title = `${oneLine(ad.event_name)} ${ad.distance}`;
  const price = formatPrice(ad.price);
  const type = TYPE_LABELS[ad.announcement_type];
  return {
    section: type as Item['section'],
    subject: `Ny annons: ${title}, ${price}`,
    title,
    path: adPath(ad.order_number),
    lines: [`${type} för ${price}`.replace('Söks för', 'Söks, högst'), formatLongDay(ad.event_date)],
  };
}

function eventItem(event: NewsEvent, rows: readonly News[], today: string): Item | undefined {
  const name = oneLine(event.event_name);
  const topics = new Set(rows.map(({ change }) => topicOf(change)));
  /** What the watcher knows. Undefined if that is nothing. */
  const knownOf = (topic: EventStateKey): string | undefined => {
    const earliest = rows.filter(({ change }) => topicOf(change) === topic).at(-1);
    return earliest?.told?.[topic] ?? earliest?.was ?? undefined;
  };
  const state = stateOf(event, today);
  const days = formatDays(event.event_date, event.event_end_date);
  const where = [days, placeOf(event)].filter(Boolean).join(', ');
  const base = { title: name, path: event.url ?? '/' };
  if (topics.has('new')) {
    if (event.status === 'cancelled') return undefined;
    return {
      ...base,
      section: 'Nya lopp',
      subject: `Nytt lopp: ${name}, ${days}`,
      lines: [where, `${event.sport_type}: ${event.distances}`],
    };
  }
  const told = [
    topics.has('status') && knownOf('status') !== state.status && STATUS_TEXTS[event.status],
    topics.has('date') && knownOf('date') !== state.date && `Nytt datum: ${days}`,
  ].filter((text) => text !== false);
  const registration = topics.has('registration')
    ? registrationNews(event, knownOf('registration'), today)
    : undefined;
  const lines = [...told, ...(registration ? [registration] : [])];
  const [first] = lines;
  if (!first) return undefined;
  const [movedFrom] = (topics.has('date') && knownOf('date')?.split('/')) || [];
  return {
    ...base,
    section: told.length > 0 ? 'Ändringar' : 'Anmälan',
    subject:
      told.length > 0
        ? `${first.replace(/:.*/, '')}: ${name}${datePart(first, days)}`
        : registrationSubject(name, first),
    lines: [...lines, ...(movedFrom ? [`Tidigare ${formatLongDay(movedFrom)}`] : []), where],
  };
}

const datePart = (text: string, days: string) => (text.startsWith('Nytt datum') ? `, ${days}` : '');

const STATUS_TEXTS: Record<EventStatus, string> = {
  cancelled: 'Inställt',
  postponed: 'Framflyttat, nytt datum ej klart',
  scheduled: 'Blir av som planerat',
};

/** Undefined if the state is the same as when the watcher last heard of it. */
function registrationNews(event: NewsEvent, was: string | undefined, today: string): string | undefined {
  if (was === stateOf(event, today).registration) return undefined;
  const { registration_opens_on: opens, registration_closes_on: closes, registration_kind: kind } = event;
  const subject = kind === 'lottery' ? 'Anmälan till lottningen' : 'Anmälan';
  switch (registrationOf(event, today)) {
    case 'open':
      return `${subject} är öppen${closes ? ` till ${formatNearDay(closes, today)}` : ''}`;
    case 'not_open':
      return opens === addDaysTo(today, 1)
        ? `${subject} öppnar i morgon`
        : `${subject} öppnar ${formatNearDay(opens ?? '', today)}`;
    case 'sold_out':
      return 'Fulltecknat';
    case 'closed':
      // The row of an opening that is over has no earlier state.
      return was && `${subject} är stängd`;
    default:
      return undefined;
  }
}

const registrationSubject = (name: string, text: string): string =>
  text.startsWith('Anmälan ') && !text.startsWith('Anmälan till')
    ? text.replace('Anmälan ', `Anmälan till ${name} `)
    : `${text}: ${name}`;
