/** Reads a robots.txt in a process of its own. Arguments: the address and the agent. */
import { runAsReader } from '#src/platform/spreadsheet/reader-process.ts';
import { isAllowed } from './rules.ts';

await runAsReader((bytes, [address = '', agent = '']) => ({
  lines: [],
  end: { isAllowed: isAllowed(new TextDecoder().decode(bytes), new URL(address), agent) },
}));
