import { compareNames, fold } from '../../shared/text';
import type { PublicEvent } from './contract';

type DatedEvent = Pick<PublicEvent, 'event_date' | 'event_end_date'>;

export const lastDay = (event: DatedEvent): string => event.event_end_date ?? event.event_date;

export const isUpcoming = (event: DatedEvent, today: string): boolean => lastDay(event) >= today;

export function compareEvents(a: PublicEvent, b: PublicEvent): number {
  if (a.event_date !== b.event_date) return a.event_date < b.event_date ? -1 : 1;
  return compareNames(a.event_name, b.event_name) || (a.id < b.id ? -1 : 1);
}

type StampedEvent = Pick<PublicEvent, 'banner_text' | 'banner_start_date' | 'banner_end_date'>;

export function showsStamp(event: StampedEvent, now: Date): boolean {
  const { banner_text, banner_start_date, banner_end_date } = event;
  if (!banner_text || !banner_start_date || !banner_end_date) return false;
  return Date.parse(banner_start_date) <= now.getTime() && now.getTime() <= Date.parse(banner_end_date);
}

export function sameEventKey(event: { event_date: string; event_name: string; ort: string | null }): string {
  return `${event.event_date}|${fold(event.event_name)}|${fold(event.ort ?? '')}`;
}
