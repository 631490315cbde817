import { HOSTILE_HTML } from '../../support/hostile-html';
import { HTML } from './payloads-html';
import { OTHER } from './payloads-other';
import { URLS } from './payloads-urls';

const numbered = HOSTILE_HTML.map((html) => {
  const told = html.replaceAll('hit()', 'hit(§)').replaceAll('evil.example', 'canary.invalid/§');
  return told.includes('§') ? told : `${told}§`;
});

/** Every payload once. */
const ALL: readonly string[] = [...new Set([...HTML, ...URLS, ...OTHER, ...numbered])];

/** So many of them, spread evenly over all kinds. */
export function payloads(count: number): readonly string[] {
  if (count > ALL.length) throw new Error(`There are ${ALL.length} payloads, not ${count}.`);
  return Array.from({ length: count }, (_, at) => ALL[Math.floor((at * ALL.length) / count)] ?? '');
}

/** The number of payloads that stand in no field but in an address. */
export const NOWHERE = '7999999';

const KINDS = 1000;
const FIRST = 7_000_000;

/** Numbers that payloads bear: seven digits that begin with a 7, so that a page can be searched for them. */
export const NUMBER = /(?<!\d)7\d{6}(?!\d)/g;

/**
 * Puts payloads into fields: every field gets a number of its own, and each payload in it another, so that what runs or
 * stands on a page says which it was and where it was planted.
 */
export class Sower {
  readonly fields: string[] = [];
  constructor(
    readonly list: readonly string[],
    /** How many records of each kind are sown. */
    readonly rows: number,
  ) {}

  /** The payload for that field in the record with that index: each field begins with another payload. */
  in(field: string, record: number): string {
    const known = this.fields.indexOf(field);
    const at = known < 0 ? this.fields.push(field) - 1 : known;
    const which = (record + at * 7) % this.list.length;
    return (this.list[which] ?? '').replaceAll('§', String(FIRST + at * KINDS + which));
  }

  /** Which field a number was planted in, and with what. */
  nameOf(number: number): string {
    const at = Math.floor((number - FIRST) / KINDS);
    return `${this.fields[at] ?? '?'}: ${JSON.stringify(this.list[(number - FIRST) % KINDS] ?? '?').slice(0, 120)}`;
  }

  /** How many payloads of each field are among those numbers. */
  countBy(numbers: Iterable<number>): Map<string, number> {
    const counts = new Map(this.fields.map((field) => [field, 0]));
    for (const number of numbers) {
      const field = this.fields[Math.floor((number - FIRST) / KINDS)];
      if (field && (number - FIRST) % KINDS < this.list.length)
        counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    return counts;
  }
}
