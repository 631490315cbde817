import { useMemo } from 'react';
import { texts, type UrlFormat, useUrlState } from '../platform/navigation/use-url-state';
import { pageOf } from './pager';
import { type Sort, sortOf, sortText } from './sort';

type Texts = Record<string, string>;

/** What a list is in the URL, made once for each list. */
export type ListFormat<Filter extends Texts, Key extends string> = {
  /** The texts that narrow the list, under their names in the URL, as they are by default. */
  filter: Filter;
  url: UrlFormat<Texts>;
  readSort: (text: string | undefined) => Sort<Key>;
  pageSize: number;
};

/** The first of `sortKeys` is the order by default, unless `firstSort` says otherwise. */
export const listFormat = <Filter extends Texts, Key extends string>(
  filter: Filter,
  pageSize: number,
  sortKeys: readonly Key[] = [],
  firstSort: Sort<Key> = { key: sortKeys[0] ?? ('' as Key), descending: false },
): ListFormat<Filter, Key> => ({
  filter,
  url: texts<Texts>({ ...filter, sort: sortText(firstSort), page: '' }),
  readSort: (text = '') => sortOf(text, sortKeys, firstSort),
  pageSize,
});

/** Filter, order and page of a list, kept in the URL (D26). Another filter or order starts at the first page. */
export function useListState<Filter extends Texts, Key extends string>(format: ListFormat<Filter, Key>) {
  const [url, change] = useUrlState(format.url);
  const sort = useMemo(() => format.readSort(url.sort), [format, url.sort]);
  const narrow = (part: Partial<Filter>) => change({ ...(part as Texts), page: '' });
  return {
    /** The texts of the filter, whatever the URL holds. */
    filter: url as Filter,
    sort,
    narrow,
    clear: () => narrow(format.filter),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: '' }),
    /** The rows of the page, and what the pager needs. */
    pageOf<Row>(rows: readonly Row[]) {
      const { pageSize } = format;
      const { page, shown } = pageOf(rows, Number(url.page) - 1 || 0, pageSize);
      const onPage = (to: number) => change({ page: to === 0 ? '' : String(to + 1) });
      return { shown, pager: { page, pageSize, total: rows.length, onPage } };
    },
  };
}
