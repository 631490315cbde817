import { EVENT_FIELDS, type EventField } from '../../../src/features/events/fields';
import { formatLongDay, isDay } from '../../../src/shared/dates';
import { formatPrice } from '../../../src/shared/text';

export const fieldLabel = (name: string): string => EVENT_FIELDS[name as EventField]?.label ?? name;

/** The words of the forms. */
const WORDS: Record<string, Record<string, string>> = {
  status: { scheduled: 'Som planerat', cancelled: 'Inställt', postponed: 'Framflyttat' },
  registration_kind: { open: 'Öppen anmälan', lottery: 'Lottning' },
  transfer_policy: { unknown: 'Okänt', allowed: 'Tillåten', forbidden: 'Inte tillåten' },
};

/** For people. Empty if there is no value. */
export function fieldText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej';
  if (Array.isArray(value)) return value.map((item) => itemText(item)).join(', ');
  const text = String(value);
  return WORDS[name]?.[text] ?? (isDay(text) ? formatLongDay(text) : text);
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return fieldText('', item);
  const { distance, price, label, value, from, to } = item as Record<string, unknown>;
  if (distance) return `${distance}: ${formatPrice(Number(price))}`;
  if (label) return `${label}: ${value}`;
  return [from ? fieldText('', from) : '', to ? fieldText('', to) : ''].join(' – ').trim();
}
