import { HOSTILE_HTML } from '#tests/support/hostile-html.ts';
import { HTML } from './payloads-html.ts';
import { OTHER } from './payloads-other.ts';
import { URLS } from './payloads-urls.ts';

const numberedHtml = HOSTILE_HTML.map((html) => {
  const payload = html.replaceAll('hit()', 'hit(§)').replaceAll('evil.example', 'canary.invalid/§');
  return payload.includes('§') ? payload : `${payload}§`;
});

const ALL: readonly string[] = [...new Set([...HTML, ...URLS, ...OTHER, ...numberedHtml])];

/** Spread evenly over all kinds. Throws if there are fewer. */
export function choosePayloads(count: number): readonly string[] {
  if (count > ALL.length) throw new Error(`There are ${ALL.length} payloads, not ${count}.`);
  return Array.from({ length: count }, (_, index) => ALL[Math.floor((index * ALL.length) / count)] ?? '');
}

/** For payloads that occur only in URLs, not in fields. */
export const URL_ONLY_NUMBER = '7999999';

const NUMBERS_PER_FIELD = 1000;
const FIRST_NUMBER = 7_000_000;

/** Seven digits that begin with a 7, so that pages can be searched for them. */
export const NUMBER = /(?<!\d)7\d{6}(?!\d)/g;

/** Numbers each payload of each field, so that one that runs or is shown can be traced. */
export class PayloadPlanter {
  readonly fields: string[] = [];
  constructor(
    readonly payloads: readonly string[],
    readonly recordCount: number,
  ) {}

  /** Each field starts with another payload; the next records have the following ones. */
  payloadFor(field: string, record: number): string {
    const knownIndex = this.fields.indexOf(field);
    const fieldIndex = knownIndex < 0 ? this.fields.push(field) - 1 : knownIndex;
    const payloadIndex = (record + fieldIndex * 7) % this.payloads.length;
    return (this.payloads[payloadIndex] ?? '').replaceAll(
      '§',
      String(FIRST_NUMBER + fieldIndex * NUMBERS_PER_FIELD + payloadIndex),
    );
  }

  nameOf(number: number): string {
    const fieldIndex = Math.floor((number - FIRST_NUMBER) / NUMBERS_PER_FIELD);
    return `${this.fields[fieldIndex] ?? '?'}: ${JSON.stringify(this.payloads[(number - FIRST_NUMBER) % NUMBERS_PER_FIELD] ?? '?').slice(0, 120)}`;
  }

  countBy(numbers: Iterable<number>): Map<string, number> {
    const counts = new Map(this.fields.map((field) => [field, 0]));
    for (const number of numbers) {
      const field = this.fields[Math.floor((number - FIRST_NUMBER) / NUMBERS_PER_FIELD)];
      if (field && (number - FIRST_NUMBER) % NUMBERS_PER_FIELD < this.payloads.length)
        counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    return counts;
  }
}
