import { useMemo } from 'react';
import { textFormat, type UrlFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { pageOf } from './pager.tsx';
import { type Sort, sortOf, sortText } from './sort.ts';

type Texts = Record<string, string>;

/** Create it once for each list. */
export type ListFormat<Filter extends Texts, Key extends string> = {
  filter: Filter;
  url: UrlFormat<Texts>;
  readSort: (text: string | undefined) => Sort<Key>;
  pageSize: number;
};

/** `firstSort` is the default order. Without it, the list is sorted by the first of `sortKeys`. */
export const listFormat = <Filter extends Texts, Key extends string>(
  filter: Filter,
  pageSize: number,
  sortKeys: readonly Key[] = [],
  firstSort: Sort<Key> = { key: sortKeys[0] ?? ('' as Key), descending: false },
): ListFormat<Filter, Key> => ({
  filter,
  url: textFormat<Texts>({ ...filter, sort: sortText(firstSort), page: '' }),
  readSort: (text = '') => sortOf(text, sortKeys, firstSort),
  pageSize,
});

/** A new filter or order starts at the first page. */
export function useListState<Filter extends Texts, Key extends string>(format: ListFormat<Filter, Key>) {
  const [url, change] = useUrlState(format.url);
  const sort = useMemo(() => format.readSort(url.sort), [format, url.sort]);
  const changeFilter = (changes: Partial<Filter>) => change({ ...(changes as Texts), page: '' });
  return {
    filter: url as Filter,
    sort,
    changeFilter,
    clear: () => changeFilter(format.filter),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: '' }),
    pageOf<Row>(rows: readonly Row[]) {
      const { pageSize } = format;
      const { page, visibleRows } = pageOf(rows, Number(url.page) - 1 || 0, pageSize);
      const onPage = (to: number) => change({ page: to === 0 ? '' : String(to + 1) });
      return { visibleRows, pager: { page, pageSize, total: rows.length, onPage } };
    },
  };
}
