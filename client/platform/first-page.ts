import type { FirstPage } from '../../src/shared/first-page';

let first: { page: FirstPage; at: Date } | undefined;

/** What the server rendered the page from, which the first render has to repeat; undefined when it rendered none. */
export const firstPage = (): FirstPage | undefined => first?.page;

/** When that was. */
export const renderedAt = (): Date | undefined => first?.at;

/** To be called before anything is rendered, on either side. */
export function beginWith(page: FirstPage | undefined): void {
  first = page && { page, at: new Date(page.at) };
}
