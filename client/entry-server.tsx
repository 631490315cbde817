// The bundle for server rendering. Its modules must not access `window` or storage when they are imported.
// Pages are always rendered logged out.
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { pageOf } from '../src/shared/pages';
import type { PageState, Renderer } from '../src/shared/rendering';
import { App } from './app';
import { makeQueryClient } from './platform/api/trpc';
import { configure } from './platform/page/config';
import { SERVER_PAGES } from './server-pages';

const parseUrl = (url: string) => new URL(url, 'http://localhost');

const serverPageOf = (path: string) => {
  const page = pageOf(path);
  return page && SERVER_PAGES[page];
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

const render: Renderer['render'] = (address, { reads, now, config }) => {
  const { page, path, params } = partsOf(address);
  const queryClient = makeQueryClient();
  const prefetched = page.prefetch(queryClient, { reads, path, params, now });
  if (!prefetched) return undefined;
  configure(config);
  const state = { renderedAt: now.toISOString(), queries: dehydrate(queryClient) };
  const pageHtml = htmlOf(address, queryClient, state).then((html) => ({
    html,
    state,
    source: page.source,
    head: prefetched.head,
  }));
  // Without this, its timers would keep the data in memory for 30 minutes.
  return { page: pageHtml.finally(() => queryClient.clear()), until: prefetched.until };
};

async function htmlOf(address: string, queryClient: QueryClient, state: PageState) {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StaticRouter location={address}>
      <App queryClient={queryClient} state={state} />
    </StaticRouter>,
    {
      onError: (error) => void errors.push(error),
      // By default React sends large Suspense boundaries after the page, and moves them with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return html;
}

export const renderer: Renderer = { cacheKeyOf, isCacheable, neededReadsOf, render };
