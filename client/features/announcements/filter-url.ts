import { ANNOUNCEMENT_TYPES, KRONOR_MAX } from '#src/features/announcements/fields.ts';
import {
  ALL_ANNOUNCEMENTS,
  type AnnouncementFilter,
  SORTS,
} from '#src/features/announcements/filter/rules.ts';

export function readFilter(params: URLSearchParams): AnnouncementFilter {
  const textOf = (name: string) => params.get(name) ?? '';
  const [type, sort] = [textOf('type'), textOf('sort')];
  return {
    q: textOf('q'),
    event: textOf('event'),
    type: ANNOUNCEMENT_TYPES.find((candidate) => candidate === type) ?? ALL_ANNOUNCEMENTS.type,
    sport: textOf('sport'),
    landskap: textOf('landskap'),
    max_price: readPrice(textOf('max_price')),
    sort: SORTS.find((candidate) => candidate === sort) ?? ALL_ANNOUNCEMENTS.sort,
  };
}

export function writeFilter(filter: AnnouncementFilter): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(filter)) {
    const isChosen = value !== ALL_ANNOUNCEMENTS[key as keyof AnnouncementFilter];
    if (isChosen && String(value).trim()) params.set(key, String(value));
  }
  return params.toString();
}

/** Keeps the digits of the whole kronor, so that `1 500,00 kr` becomes `1500`. */
export const digitsOf = (text: string): string =>
  text
    .replace(/[,.].*/, '')
    .replace(/\D/g, '')
    .slice(0, String(KRONOR_MAX).length);

/** Null for anything but a whole number of kronor. */
export const readPrice = (text: string): number | null => (/^\d{1,7}$/.test(text) ? Number(text) : null);

export const writePrice = (kronor: number | null): string => (kronor === null ? '' : String(kronor));
