// What the server renders pages with, built as a bundle of its own: it is loaded there, so nothing that it reaches may
// touch the window or its storage when it is imported. What it renders is always the page of nobody.
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { FirstPage } from '../src/shared/first-page';
import type { RenderData, Renderer } from '../src/shared/rendering';
import { FIRST_PAGES } from './first-pages';
import { configure } from './platform/config';
import { beginWith } from './platform/first-page';
import { Shell } from './shell/shell';

/** What React leaves where something could not be rendered: that is no page to send. */
const GAP = '<!--$!-->';

const parse = (url: string) => new URL(url, 'http://localhost');

/** The page under a URL, with the filters as they are written. */
export const addressOf: Renderer['addressOf'] = (url) => {
  const { pathname, searchParams } = parse(url);
  const query = FIRST_PAGES[pathname]?.queryOf(searchParams);
  return query ? `${pathname}?${query}` : query === '' ? pathname : undefined;
};

const pageOf = (address: string) => {
  const { pathname, searchParams } = parse(address);
  const page = FIRST_PAGES[pathname];
  if (!page) throw new Error('There is no such page to render.');
  return { page, searchParams };
};

export const needsOf: Renderer['needsOf'] = (address) => pageOf(address).page;

/** Throws when the address is none of {@link addressOf}. */
export const render: Renderer['render'] = (address, data) => {
  const { page, searchParams } = pageOf(address);
  const first = page.firstOf(data.reads, searchParams, data.now);
  if (!first) return undefined;
  const ahead = page.ahead.map((name) => `/trpc/${name}`);
  const firstPage: FirstPage = { at: data.now.toISOString(), ahead, ...first.part };
  const html = htmlOf(address, page.Page, data, firstPage);
  if (html.includes(GAP)) throw new Error('Something of the page could not be rendered.');
  return { html, firstPage, until: first.until };
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
