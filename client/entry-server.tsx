// What the server renders pages with, built as a bundle of its own: it is loaded there, so nothing that it reaches may
// touch the window or its storage when it is imported. What it renders is always the page of nobody.
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { FirstPage } from '../src/shared/first-page';
import type { RenderData, Renderer } from '../src/shared/rendering';
import { readFilter, writeFilter } from './features/events/filter-url';
import { firstHome, nextStamp } from './features/events/first-home';
import HomePage from './pages/home';
import { configure } from './platform/config';
import { beginWith } from './platform/first-page';
import { Shell } from './shell/shell';

/** What React leaves where something could not be rendered: that is no page to send. */
const GAP = '<!--$!-->';

const PAGES: Record<string, ComponentType> = { '/': HomePage };

const parse = (url: string) => new URL(url, 'http://localhost');

/**
 * The page under a URL, with the filters as they are written. A text search and several distances are left to the
 * client: what anybody can type is without end, and each would be rendered anew.
 */
export const addressOf: Renderer['addressOf'] = (url) => {
  const { pathname, searchParams } = parse(url);
  if (!PAGES[pathname]) return undefined;
  const filter = readFilter(searchParams);
  if (filter.q || filter.distance.length > 1) return undefined;
  const query = writeFilter(filter);
  return query ? `${pathname}?${query}` : pathname;
};

/** Renders the page of an {@link addressOf}; throws when it has none. */
export const render: Renderer['render'] = (url, data) => {
  const { pathname, searchParams } = parse(url);
  const Page = PAGES[pathname];
  if (!Page) throw new Error('There is no such page to render.');
  const home = data.home && firstHome(data.home, readFilter(searchParams), data.now);
  const firstPage: FirstPage = { at: data.now.toISOString(), ...(home && { home }) };
  const html = htmlOf(url, Page, data, firstPage);
  if (html.includes(GAP)) throw new Error('Something of the page could not be rendered.');
  return { html, firstPage, until: home && nextStamp(home.events, data.now) };
};

/** Rendering is one step without a pause, so that what it reads may stand beside React. */
function htmlOf(url: string, Page: ComponentType, { config }: RenderData, firstPage: FirstPage): string {
  configure(config);
  beginWith(firstPage);
  try {
    return renderToString(
      <StaticRouter location={url}>
        <Shell>
          <Page />
        </Shell>
      </StaticRouter>,
    );
  } finally {
    beginWith(undefined);
  }
}
