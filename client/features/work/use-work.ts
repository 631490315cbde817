import { trpc } from '#client/platform/api/trpc.ts';

const MINUTE_MS = 60_000;

/** Polled: visitors, organisers and sources add to it, and other admins work too. */
export const useWork = () =>
  trpc.admin.work.get.useQuery(undefined, { staleTime: 0, refetchInterval: MINUTE_MS });
