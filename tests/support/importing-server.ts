/**
 * A server that imports the file named on its command line, in one process, as the admin's import will: says on standard
 * output where the import is, and how it ended.
 */
import { importEvents } from '../../src/features/events/import/service';
import { startProduct } from '../../src/main';
import { readConfig } from '../../src/platform/config';
import { createLog } from '../../src/platform/log';
import { openContext } from '../../src/platform/open';

const config = readConfig(process.env);
const log = createLog('silent');
const product = await startProduct(config, log);
const { context } = await openContext(config, log);
console.log(`url ${product.url}`);

const filename = process.argv[2] ?? '';
const bytes = await Bun.file(filename).bytes();
// Not awaited: while a module is being evaluated, Bun lets a process live on after an error that nobody catches.
importEvents(context, { bytes, filename, onProgress: ({ stage }) => console.log(stage) }).then(
  () => console.log('imported'),
  (error) => console.log('failed', error),
);
