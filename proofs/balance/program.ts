import { randomFrom } from '#proofs/watches/random.ts';
import { checkItems, type ReadItems, readItems } from '#src/features/sources/items/items.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarOf, type Document, feedOf, tableOf } from './documents.ts';

type Totals = {
  files: number;
  refused: number;
  parts: number;
  events: number;
  ignored: number;
  errors: number;
  violations: string[];
};
export const newTotals = (): Totals => ({
  files: 0,
  refused: 0,
  parts: 0,
  events: 0,
  ignored: 0,
  errors: 0,
  violations: [],
});

const OPTIONS = { defaults: { sport_type: 'Löpning', distances: '10 km' }, today: '2027-01-01' };

type Read = (bytes: Uint8Array) => Promise<ReadItems>;

/** Reads files of all formats with random faults, and checks that nothing is lost or invented. */
export async function checkFiles(
  totals: Totals,
  { count, read = readItems }: { count: number; read?: Read },
) {
  for (let seed = 1; seed <= count; seed++) {
    const random = randomFrom(seed);
    const make = random.pick([calendarOf, calendarOf, calendarOf, tableOf, feedOf]);
    const document = make(random);
    totals.files++;
    const faults = await faultsOf(document, read, totals).catch((error) => [String(error)]);
    totals.violations.push(...faults.map((fault) => `seed ${seed}, ${make.name}: ${fault}`));
  }
}

async function faultsOf({ text, parts, days }: Document, read: Read, totals: Totals): Promise<string[]> {
  let content: ReadItems;
  try {
    content = await read(new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A file of another kind is refused as a whole, with a text.
    totals.refused++;
    return [];
  }
  const items = [...content.items];
  const { checked, ignored, errors } = checkItems({ ...content, items }, OPTIONS);
  totals.parts += parts;
  totals.events += checked.length;
  totals.ignored += ignored.length;
  totals.errors += errors.length;
  const places = new Set([
    ...items.map(({ number }) => number),
    ...[...content.ignored, ...content.errors].map(({ line }) => line),
  ]);
  const faults: string[] = [];
  if (places.size < parts) faults.push(`${places.size} of ${parts} parts are accounted for`);
  const found = checked.length + ignored.length + errors.length;
  const leftOut = content.ignored.length + content.errors.length;
  if (found !== items.length + leftOut) faults.push(`${found} results for ${items.length + leftOut} items`);
  if (new Set(checked.map(({ key }) => key)).size !== checked.length) faults.push('two events have one key');
  for (const text of errors)
    if (!/^(Rad|Post) \d+: ./.test(text)) faults.push(`an error names no place: ${text}`);
  for (const { event } of days ? checked : [])
    if (![-1, 0, 1].some((offset) => days?.has(addDaysTo(event.event_date, offset))))
      faults.push(`${event.event_date} is not in the file`);
  return faults;
}

/** For the control: what cannot be read is not reported. */
export const readWithoutErrors: Read = async (bytes) => ({ ...(await readItems(bytes)), errors: [] });
