import { useMemo } from 'react';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import type { Subset } from './table-rules';

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
