import { HOSTILE_HTML } from '../../support/hostile-html';
import { HTML } from './payloads-html';
import { OTHER } from './payloads-other';
import { URLS } from './payloads-urls';

const numbered = HOSTILE_HTML.map((html) => {
  const payload = html.replaceAll('hit()', 'hit(§)').replaceAll('evil.example', 'canary.invalid/§');
  return payload.includes('§') ? payload : `${payload}§`;
});

/** All payloads without duplicates. */
const ALL: readonly string[] = [...new Set([...HTML, ...URLS, ...OTHER, ...numbered])];

/** Returns `count` payloads, spread evenly over all kinds. Throws if there are fewer. */
export function payloads(count: number): readonly string[] {
  if (count > ALL.length) throw new Error(`There are ${ALL.length} payloads, not ${count}.`);
  return Array.from({ length: count }, (_, at) => ALL[Math.floor((at * ALL.length) / count)] ?? '');
}

/** The number in payloads that occur only in URLs, not in fields. */
export const NOWHERE = '7999999';

const KINDS = 1000;
const FIRST = 7_000_000;

/** The numbers of payloads: seven digits that begin with a 7, so that pages can be searched for them. */
export const NUMBER = /(?<!\d)7\d{6}(?!\d)/g;

/**
 * Puts payloads into fields. Each field, and each payload in it, has a number of its own. A payload that runs or is
 * shown can therefore be traced to its field and text.
 */
export class PayloadPlanter {
  readonly fields: string[] = [];
  constructor(
    readonly list: readonly string[],
    /** Number of records of each kind. */
    readonly rows: number,
  ) {}

  /** The payload for this field in the nth record. Each field starts with another payload. */
  in(field: string, record: number): string {
    const known = this.fields.indexOf(field);
    const at = known < 0 ? this.fields.push(field) - 1 : known;
    const which = (record + at * 7) % this.list.length;
    return (this.list[which] ?? '').replaceAll('§', String(FIRST + at * KINDS + which));
  }

  /** The field and the payload of a number. */
  nameOf(number: number): string {
    const at = Math.floor((number - FIRST) / KINDS);
    return `${this.fields[at] ?? '?'}: ${JSON.stringify(this.list[(number - FIRST) % KINDS] ?? '?').slice(0, 120)}`;
  }

  /** The number of payloads of each field among these numbers. */
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
