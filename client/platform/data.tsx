import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useContext } from 'react';
import { makeQueryClient, makeTrpcClient, trpc } from './trpc';

const queryClient = makeQueryClient();
const client = makeTrpcClient();

/** What asks the server stands in this; it comes after the first paint, with whatever asks. */
export function Data({ children }: { children: ReactNode }) {
  if (useContext(QueryClientContext)) return children;
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

/** A page that asks the server. */
export const withData = (Page: ComponentType) => () => (
  <Data>
    <Page />
  </Data>
);

/** Ends the session of a token. */
export const endSession = (token: string | undefined) =>
  client.marketplace.accounts.logout.mutate(undefined, { context: { token } });
