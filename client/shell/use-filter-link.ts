import { useLocation } from 'react-router-dom';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';

/** The pages that show the events of one filter. */
const FILTERED_PAGES = ['/', '/map'];

/** Returns the target of a link: from the list to the map and back, the filter stays. */
export function useFilterLink(): (to: string) => string {
  const { pathname, search } = useLocation();
  return (to) => {
    if (pathname === to || !FILTERED_PAGES.includes(pathname) || !FILTERED_PAGES.includes(to)) return to;
    const query = writeFilter(readFilter(new URLSearchParams(search)));
    return query ? `${to}?${query}` : to;
  };
}
