// The bundle for server rendering. Its modules must not access `window` or storage when they are imported.
// Pages are always rendered logged out.
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { PageState, Renderer } from '../src/shared/rendering';
import { App } from './app';
import { makeQueryClient } from './platform/api/trpc';
import { configure } from './platform/page/config';
import { SERVER_PAGES } from './server-pages';

const parseUrl = (url: string) => new URL(url, 'http://localhost');

const cacheKeyOf: Renderer['cacheKeyOf'] = (url) => {
  const { pathname, searchParams } = parseUrl(url);
  const query = SERVER_PAGES[pathname]?.queryOf(searchParams);
  return query ? `${pathname}?${query}` : query === '' ? pathname : undefined;
};

const pageOf = (address: string) => {
  const { pathname, searchParams } = parseUrl(address);
  const page = SERVER_PAGES[pathname];
  if (!page) throw new Error(`${pathname} is not rendered on the server.`);
  return { page, params: searchParams };
};

const isCacheable: Renderer['isCacheable'] = (address) => {
  const { page, params } = pageOf(address);
  return page.isCacheable?.(params) ?? true;
};

const neededReadsOf: Renderer['neededReadsOf'] = (address) => pageOf(address).page;

const render: Renderer['render'] = (address, { reads, now, config }) => {
  const { page, params } = pageOf(address);
  const queryClient = makeQueryClient();
  const prefetched = page.prefetch(queryClient, { reads, params, now });
  if (!prefetched) return undefined;
  configure(config);
  const state = { renderedAt: now.toISOString(), queries: dehydrate(queryClient) };
  const pageHtml = htmlOf(address, queryClient, state).then((html) => ({ html, state, source: page.source }));
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
