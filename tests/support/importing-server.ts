import { importEvents } from '#src/features/imports/service.ts';
import { startProduct } from '#src/main.ts';
import { readConfig } from '#src/platform/config.ts';
import { createLog } from '#src/platform/log.ts';
import { openContext } from '#src/platform/open.ts';

const config = readConfig(process.env);
const log = createLog('silent');
const product = await startProduct(config, log);
const { context } = await openContext(config, log);
console.log(`url ${product.url}`);

const filename = process.argv[2] ?? '';
const bytes = await Bun.file(filename).bytes();
// Not awaited: while a module is evaluated, Bun keeps a process alive after an uncaught error.
importEvents(context, { bytes, filename, onProgress: ({ stage }) => console.log(stage) }).then(
  () => console.log('imported'),
  (error) => console.log('failed', error),
);
