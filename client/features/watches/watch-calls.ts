import { trpc } from '#client/platform/api/trpc.ts';
import type { Cadence, Watch, WatchList } from '#src/features/watches/contract.ts';

/** The calls about the watches of one address. */
export type WatchCalls = {
  update: (input: { id: string; cadence: Cadence }) => Promise<Watch>;
  remove: (input: { id: string }) => Promise<unknown>;
  pause: (input: { paused: boolean }) => Promise<WatchList>;
  /** Changes the shown list. */
  show: (change: <List extends WatchList>(list: List) => List) => void;
  refetch: () => void;
};

/** By a mailed link. */
export function useLinkCalls(token: string): WatchCalls {
  const { client, public: utils } = trpc.useUtils();
  const { watches } = client.public;
  return {
    update: (input) => watches.update.mutate({ token, ...input }),
    remove: (input) => watches.remove.mutate({ token, ...input }),
    pause: (input) => watches.pause.mutate({ token, ...input }),
    show: (change) => utils.watches.list.setData({ token }, (list) => list && change(list)),
    refetch: () => void utils.watches.list.invalidate({ token }),
  };
}

/** Of the logged-in member. */
export function useOwnCalls(): WatchCalls {
  const { client, marketplace: utils } = trpc.useUtils();
  const { watches } = client.marketplace;
  return {
    update: (input) => watches.update.mutate(input),
    remove: (input) => watches.remove.mutate(input),
    pause: (input) => watches.pause.mutate(input),
    show: (change) => utils.watches.list.setData(undefined, (list) => list && change(list)),
    refetch: () => void utils.watches.list.invalidate(),
  };
}
