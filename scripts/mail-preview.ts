// `bun run mail:preview`: shows every mail of the product in the browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';
import { onCalendar } from './script.ts';

helpIfAsked(`bun run mail:preview

Composes every mail of the product from sample data in a database of its own, and opens a page that shows them at 390 and
800 px, light and dark, with their text part and headers. Runs until it is stopped. PORT selects the port.`);

await ensurePackages('all');
const { composeSamples } = await import('#tests/support/mail-samples.ts');
const { previewPages } = await import('#tests/support/mail-preview.ts');

const dataDir = mkdtempSync(join(tmpdir(), 'mail-preview-'));
const siteUrl = 'https://lopp.example';
const environment = { DATA_DIR: dataDir, PUBLIC_URL: siteUrl, LOG_LEVEL: 'warn' };
const pages = await onCalendar(
  async (context) => previewPages(context, siteUrl, await composeSamples({ ...context, siteUrl })),
  { environment, mayCreate: true },
).finally(() => rmSync(dataDir, { recursive: true, force: true }));

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT ?? 0),
  fetch: ({ url }) => {
    const page = pages.get(new URL(url).pathname);
    return page === undefined
      ? new Response('Not found.', { status: 404 })
      : new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
});
console.log(`All mails: ${server.url}`);
const opener = Bun.which('xdg-open') ?? Bun.which('open');
if (opener && process.stdout.isTTY) Bun.spawn([opener, `${server.url}`], { stderr: 'ignore' });
