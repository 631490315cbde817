import { QueryCache, QueryClient } from '@tanstack/react-query';
import {
  type HTTPLinkOptions,
  httpLink,
  type Operation,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable, tap } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/router';
import { currentAdminToken, forgetAdmin } from '../session/admin';
import { currentSession, forgetSession } from '../session/member';
import { askForPassword } from '../session/password-question';
import { jsonInParts } from './json-in-parts';

/** The procedures as hooks: `trpc.public.events.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

const MINUTE = 60_000;
/** Milliseconds: a call without an answer by then has failed. */
const ANSWER_TIME = 15_000;

type Endpoint = Pick<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>, 'url' | 'fetch'>;

const fetchInTime = (
  url: URL | RequestInfo,
  { signal: _, ...options }: RequestInit = {},
): Promise<Response> => fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_TIME) });

const ENDPOINT: Endpoint = { url: '/trpc', fetch: fetchInTime as Endpoint['fetch'] };

/** The bearer token of a call. */
const headers = ({ op }: { op: Operation }): Record<string, string> =>
  typeof op.context.token === 'string' ? { authorization: `Bearer ${op.context.token}` } : {};

/**
 * A call is for whoever is logged in at the marketplace when it is made; it may bring the token it is for. When that token
 * has died the visitor is logged out, without an error on the screen; whoever has logged in since is not.
 */
const forMember: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    const token = op.context.token ?? currentSession()?.token;
    return next({ ...op, context: { ...op.context, token } }).pipe(
      tap({
        error: (error) => {
          if (token && token === currentSession()?.token && isOfDeadToken(error)) forgetSession();
        },
      }),
    );
  };
};

/**
 * A call is for the admin who is logged in when it is made; a dead token is forgotten, which leads to the login (section 8).
 * If the server requires the password, it is asked for and the call is sent again (D8).
 */
const forAdmin: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    const token = op.context.token ?? currentAdminToken();
    const isCurrent = () => !!token && token === currentAdminToken();
    const send = () =>
      next({ ...op, context: { ...op.context, token } }).pipe(
        tap({
          error: (error) => {
            if (isCurrent() && isOfDeadToken(error)) forgetAdmin();
          },
        }),
      );
    return observable((observer) => {
      let isOver = false;
      const again = async (error: TRPCClientError<AppRouter>) => {
        const mayRetry =
          error.data?.code === 'admin.confirm_password' && isCurrent() && (await askForPassword());
        if (isOver) return;
        if (mayRetry) call = send().subscribe(observer);
        else observer.error(error);
      };
      let call = send().subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => void again(error),
      });
      return () => {
        isOver = true;
        call.unsubscribe();
      };
    });
  };
};

/**
 * What everybody reads alike has an address of its own, without a query: the server has it as bytes, and the browser keeps
 * it and asks only whether it is another by now.
 */
const isEverybodys = ({ type, input }: Operation) => type === 'query' && input === undefined;

/** Many rows are read little by little. */
const forEverybody: Endpoint = {
  ...ENDPOINT,
  fetch: async (url, options) => {
    const response = await fetchInTime(url, options as RequestInit);
    return Object.assign(response, { json: () => jsonInParts(response) });
  },
};

/** One request for each call: the lists of a large calendar are larger than the 2 MB of a batch. */
const withBearer = httpLink({ ...ENDPOINT, headers });

export const makeTrpcClient = () =>
  trpc.createClient({
    links: [
      // Section 6: public calls carry no token.
      splitLink({
        condition: ({ path }) => path.startsWith('marketplace.'),
        true: [forMember, withBearer],
        false: splitLink({
          condition: ({ path }) => path.startsWith('admin.'),
          true: [forAdmin, withBearer],
          false: splitLink({
            condition: isEverybodys,
            true: httpLink(forEverybody),
            false: httpLink(ENDPOINT),
          }),
        }),
      }),
    ],
  });

/** What an error carries (D5); nothing when the server was not reached. */
export const dataOf = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined;

/** Only what may go better next time is tried again: not a fault of the input, not a limit. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof TRPCClientError && error.cause?.name === 'TimeoutError') return false;
  const status = dataOf(error)?.httpStatus;
  return failures < 2 && (status === undefined || status >= 500);
}

const isOfDeadToken = (error: unknown) => dataOf(error)?.code === 'request.unauthorized';

export const makeQueryClient = () =>
  new QueryClient({
    // Section 8: a fetch that failed is logged; the page says what it can do about it.
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isOfDeadToken(error)) return;
        console.error(`Could not fetch ${String(query.queryKey[0])}:`, error.message);
      },
    }),
    defaultOptions: {
      // Without a network a call fails and says so: nothing waits in silence and is sent later by itself.
      queries: {
        staleTime: MINUTE,
        gcTime: 30 * MINUTE,
        retry: shouldRetry,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
