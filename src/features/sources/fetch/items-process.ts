/** Reads the content of a source in a process of its own. Argument: the defaults and today as JSON. */
import { runAsReader } from '#src/platform/spreadsheet/reader-process.ts';
import { checkItems, readItems } from '../items/items.ts';

await runAsReader(async (bytes, [options = '{}']) => {
  const { checked, keys, ignored, errors, warnings } = checkItems(
    await readItems(bytes),
    JSON.parse(options),
  );
  return {
    lines: [
      ...checked.map((item) => ['item', item]),
      ...keys.map((key) => ['key', key]),
      ...ignored.map((item) => ['ignored', item]),
      ...errors.map((text) => ['error', text]),
      ...warnings.map((text) => ['warning', text]),
    ],
    end: {},
  };
});
