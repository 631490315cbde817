// The bundle for server rendering. Its modules must not access `window` or storage when they are imported.
// Pages are always rendered logged out.
import { dehydrate } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { prepareEvents } from '#src/features/events/list/rules.ts';
import { readTheme, type Theme } from '#src/shared/embeds.ts';
import { pageOf } from '#src/shared/pages.ts';
import type { ExpiringPage, Renderer } from '#src/shared/rendering.ts';
import { App } from './app.tsx';
import { type Embed, type EmbedContent, embedOf } from './embed/embeds.tsx';
import { listsIn } from './features/events/list/server-calendar.ts';
import { makeQueryClient } from './platform/api/trpc.ts';
import { RenderedAt } from './platform/page/clock.ts';
import { configure } from './platform/page/config.ts';
import { type PrefetchInput, SERVER_PAGES, type ServerPage } from './server-pages.ts';

const parseUrl = (url: string) => new URL(url, 'http://localhost');

const serverPageOf = (path: string): ServerPage | Embed | undefined => {
  const page = pageOf(path);
  return page ? SERVER_PAGES[page] : embedOf(path);
};

const cacheKeyOf: Renderer['cacheKeyOf'] = (url) => {
  const { pathname, searchParams } = parseUrl(url);
  const query = serverPageOf(pathname)?.queryOf(searchParams);
  const path = pathname.replace(/(?<=.)\/$/, '');
  return query ? `${path}?${query}` : query === '' ? path : undefined;
};

const partsOf = (address: string) => {
  const { pathname, searchParams } = parseUrl(address);
  const page = serverPageOf(pathname);
  if (!page) throw new Error(`${pathname} is not rendered on the server.`);
  return { page, path: pathname, params: searchParams };
};

const isCacheable: Renderer['isCacheable'] = (address) => {
  const { page, params } = partsOf(address);
  return page.isCacheable?.(params) ?? true;
};

const neededReadsOf: Renderer['neededReadsOf'] = (address) => partsOf(address).page;

const moreReadsOf: Renderer['moreReadsOf'] = (address, reads, now) => {
  const { page, params } = partsOf(address);
  return page.moreReadsOf?.(params, reads, now) ?? [];
};

const render: Renderer['render'] = (address, data) => {
  const { page, ...parts } = partsOf(address);
  configure(data.config);
  return 'contentOf' in page
    ? renderEmbed(page.contentOf({ ...parts, ...data }), readTheme(parts.params), data.now)
    : renderPage(page, address, { ...parts, ...data });
};

function renderPage(page: ServerPage, address: string, input: PrefetchInput): ExpiringPage | undefined {
  const queryClient = makeQueryClient();
  const prefetched = page.prefetch(queryClient, input);
  if (!prefetched) return undefined;
  const state = { renderedAt: input.now.toISOString(), queries: dehydrate(queryClient) };
  const app = (
    <StaticRouter location={address}>
      <App queryClient={queryClient} state={state} />
    </StaticRouter>
  );
  const rendered = htmlOf(app).then((html) => ({ html, state, source: page.source, head: prefetched.head }));
  // Without this, its timers would keep the data in memory for 30 minutes.
  return { page: rendered.finally(() => queryClient.clear()), status: 200, until: prefetched.until };
}

function renderEmbed(
  content: EmbedContent | undefined,
  theme: Theme | undefined,
  now: Date,
): ExpiringPage | undefined {
  if (!content) return undefined;
  const { title, element, status } = content;
  const rendered = htmlOf(<RenderedAt value={now}>{element}</RenderedAt>);
  return { page: rendered.then((html) => ({ html, title, theme })), status, until: undefined };
}

async function htmlOf(element: ReactNode) {
  const errors: unknown[] = [];
  const { prelude } = await prerender(element, {
    onError: (error) => void errors.push(error),
    // By default React sends large Suspense boundaries after the page, and moves them with an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return html;
}

function* prepare(
  address: string,
  { reads, now }: Pick<PrefetchInput, 'reads' | 'now'>,
  count: number,
): Generator<void> {
  const { page, params } = partsOf(address);
  yield* prepareEvents(listsIn(reads));
  if (params.has('q'))
    for (const search of page.searchesOf?.(params, reads, now) ?? []) while (search.prepare(count)) yield;
}

export const renderer: Renderer = { cacheKeyOf, isCacheable, neededReadsOf, moreReadsOf, prepare, render };
