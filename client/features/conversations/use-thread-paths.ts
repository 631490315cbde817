import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { pathTo } from './selection.ts';

/** The member's conversations about the ads of others, by the id of the ad. */
export function useThreadPaths(memberId: string | undefined): ReadonlyMap<string, string> {
  const { data } = trpc.marketplace.conversations.list.useQuery(undefined, {
    enabled: memberId !== undefined,
  });
  return useMemo(
    () => new Map((data ?? []).map((conversation) => [conversation.announcement_id, pathTo(conversation)])),
    [data],
  );
}
