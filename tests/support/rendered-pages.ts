import { expect } from 'bun:test';
import { join } from 'node:path';
import type { DehydratedState } from '@tanstack/react-query';
import { bundleEmbed, bundleRenderer } from '#scripts/client-bundle.ts';
import { testApp } from './app.ts';
import { temporaryDir } from './process.ts';

const PAGE_TEMPLATE =
  '<!doctype html><html lang="sv"><head><title>x</title></head><body><noscript></noscript><div id="root"></div>' +
  '<script type="application/json" id="client-config">%CLIENT_CONFIG%</script></body></html>';

const NOW = new Date('2027-01-15T10:00:00+01:00');

export type PagesApp = Awaited<ReturnType<typeof pagesApp>>;

/** Options as in {@link testApp}. */
export async function pagesApp(
  options: Pick<
    NonNullable<Parameters<typeof testApp>[0]>,
    'caches' | 'deadlines' | 'environment' | 'on' | 'stopwatch'
  > = {},
) {
  const client = temporaryDir();
  await Bun.write(join(client.path, 'index.html'), PAGE_TEMPLATE);
  await bundleRenderer(client.path);
  await bundleEmbed(client.path, '/assets/archivo.woff2');
  let now = NOW;
  const app = await testApp({ client: client.path, now: () => now, ...options });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers }, decompress: false });
  return {
    ...app,
    get,
    fetchHtml: async (path: string) => (await get(path)).text(),
    /** Without a time, resets the clock. */
    setNow: (time?: string) => {
      now = time ? new Date(time) : NOW;
    },
    stop: async () => {
      await app.stop();
      client.remove();
    },
  };
}

const PAGE_STATE = /<script type="application\/json" id="page-state">([^<]*)</;

/** `name` is part of the query key. */
export function dataIn<Data>(page: string, name: string): Data | undefined {
  const { queries }: DehydratedState = JSON.parse(PAGE_STATE.exec(page)?.[1] ?? '{}').queries;
  return queries.find(({ queryKey }) => queryKey.flat().includes(name))?.state.data as Data | undefined;
}

export const isWithoutContent = (page: string) => page.includes('<div id="root"></div>');

/** `scriptCount`: by default the data blocks `client-config` and `page-state`. */
export async function expectHarmless(page: string, scriptCount = 2): Promise<void> {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      elements.add(element.tagName);
      for (const [name, value] of element.attributes) {
        attributes.add(name);
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(\/|#|https?:\/\/)/i);
      }
    },
  });
  await rewriter.transform(new Response(page)).text();
  for (const name of ['iframe', 'img', 'object', 'embed', 'style', 'base', 'video', 'audio'])
    expect([name, elements.has(name)]).toEqual([name, false]);
  expect([...attributes].filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
  expect(page.match(/<script/gi)).toHaveLength(scriptCount);
}
