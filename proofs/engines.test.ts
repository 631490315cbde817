// The happy paths in Firefox and WebKit, at the sizes of a phone and of a desktop. Outside `bun run test`: a machine
// seldom has these browsers. The negative control removes the scripts from the pages.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIZES } from '#tests/support/browser.ts';
import { startServer, temporaryDir } from '#tests/support/process.ts';
import { reportFigures } from '#tests/support/proof.ts';
import { launchFirefox } from './engines/firefox.ts';
import { JOURNEY_NAMES, type Product, runJourney } from './engines/journeys.ts';
import type { Engine } from './engines/tab.ts';
import { launchWebKit } from './engines/webkit.ts';
import { ADMIN } from './slow-and-large/product.ts';

test('the happy paths work in Firefox and WebKit', async () => {
  const dir = temporaryDir();
  const server = await startServer(dir.path, ADMIN);
  const engines: Engine[] = [];
  try {
    engines.push(await launchFirefox(), await launchWebKit());
    const product: Product = {
      url: server.url,
      memberPassword: readFileSync(join(dir.path, 'demo-members-password.txt'), 'utf8').trim(),
      admin: { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD },
    };
    const violations: string[] = [];
    for (const engine of engines)
      for (const size of Object.values(SIZES))
        for (const name of JOURNEY_NAMES) {
          const error = await failureOf(engine, size, name, product);
          if (error) violations.push(`${engine.name}, ${size.width} px, ${name}: ${error}`);
        }
    const withoutScripts = await failuresWithoutScripts(engines, product);
    reportFigures({
      order: 23,
      promise: 'What visitors, members and admins do works in Firefox and WebKit',
      sample: `${JOURNEY_NAMES.length} journeys in ${engines.map(({ name }) => name).join(' and ')} at 390 and 1280 px`,
      violations: violations.length,
      control: { without: 'scripts', violations: withoutScripts.length },
    });
    expect(violations).toEqual([]);
    expect(withoutScripts).toHaveLength(engines.length);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
    server.signal('SIGTERM');
    await server.exited;
    dir.remove();
  }
});

/** Of the first journey, in each engine. */
async function failuresWithoutScripts(engines: readonly Engine[], product: Product): Promise<string[]> {
  const bare = serveWithoutScripts(product.url);
  const [first = ''] = JOURNEY_NAMES;
  const errors = await Promise.all(
    engines.map((engine) => failureOf(engine, SIZES.desktop, first, { ...product, url: bare.url.origin })),
  );
  await bare.stop(true);
  return errors.filter((error) => error !== undefined);
}

async function failureOf(
  engine: Engine,
  size: { width: number; height: number },
  name: string,
  product: Product,
): Promise<string | undefined> {
  const tab = await engine.openTab(size);
  try {
    await runJourney(name, tab, product);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await tab.close();
  }
}

function serveWithoutScripts(url: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${url}${pathname}${search}`);
      const html = (await response.text()).replace(/<script type="module".*?<\/script>/gs, '');
      return new Response(html, { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
    },
  });
}
