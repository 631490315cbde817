import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { sortOpenFirst, toCases } from '#src/features/notices/admin/rules.ts';

/** Notices and objections in one list, open ones first. `openCount` is undefined while loading. */
export function useCases() {
  const notices = trpc.admin.notices.list.useQuery(undefined, { staleTime: 0 });
  const objections = trpc.admin.objections.list.useQuery(undefined, { staleTime: 0 });
  const cases = useMemo(
    () => notices.data && objections.data && sortOpenFirst(toCases(notices.data, objections.data)),
    [notices.data, objections.data],
  );
  const queries = [notices, objections];
  return {
    openCount: cases?.filter(({ isOpen }) => isOpen).length,
    query: {
      data: cases,
      error: notices.error ?? objections.error,
      isPending:
        queries.some(({ isPending }) => isPending) && !queries.some(({ isLoadingError }) => isLoadingError),
      isLoadingError: queries.some(({ isLoadingError }) => isLoadingError),
      isFetching: queries.some(({ isFetching }) => isFetching),
      refetch: () => queries.map((query) => query.refetch()),
    },
  };
}
