import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import type { Subset } from './table-rules.ts';

/** Of the events that the server lists for the subset, such as likely duplicates. */
export function useSubsetIds(subset: Subset | undefined): ReadonlySet<string> {
  const duplicates = trpc.admin.duplicates.list.useQuery(undefined, { enabled: subset === 'duplicates' });
  const links = trpc.admin.links.list.useQuery({ status: 'dead' }, { enabled: subset === 'dead_links' });
  useFailureToast(duplicates.error ?? links.error, FAILED.fetchEvents);
  return useMemo(
    () =>
      new Set([
        ...(duplicates.data?.pairs ?? []).flatMap(({ events }) => events.map(({ id }) => id)),
        ...(links.data ?? []).flatMap(({ events }) => events.map(({ id }) => id)),
      ]),
    [duplicates.data, links.data],
  );
}
