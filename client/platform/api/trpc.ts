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
import { currentAdminToken, forgetAdmin } from '#client/platform/session/admin.ts';
import { currentSession, forgetSession } from '#client/platform/session/member.ts';
import { currentOrganiserToken } from '#client/platform/session/organiser.ts';
import { askForPassword } from '#client/platform/session/password-prompt.ts';
import type { AppRouter } from '#src/router.ts';
import { parseJsonIncrementally } from './incremental-json.ts';
import { isLongCall } from './long-calls.ts';

export const trpc = createTRPCReact<AppRouter>();

const MINUTE_MS = 60_000;
const CALL_TIMEOUT_MS = 15_000;
const LONG_CALL_TIMEOUT_MS = 5 * MINUTE_MS;
const MAX_RETRIES = 2;
/** For how long a shared cache in front of the server may have what was before a write. */
const FRESH_AFTER_WRITE_MS = 3000;

type Endpoint = Pick<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>, 'url' | 'fetch'>;

let latestWriteAt = Number.NEGATIVE_INFINITY;

/** In `/trpc/public.events.get?input=…`. */
const nameIn = (url: URL | RequestInfo): string => /^\/trpc\/([\w.]+)/.exec(String(url))?.[1] ?? '';

/**
 * Always asks the server for changes. Right after a write also past shared caches, so that visitors see what they
 * wrote.
 */
async function fetchWithTimeout(
  url: URL | RequestInfo,
  { signal: _, ...options }: RequestInit = {},
): Promise<Response> {
  const isWrite = options.method === 'POST';
  const headers = new Headers(options.headers);
  const isJustWritten = performance.now() - latestWriteAt < FRESH_AFTER_WRITE_MS;
  if (isJustWritten) headers.set('cache-control', 'no-cache');
  const signal = AbortSignal.timeout(isLongCall(nameIn(url)) ? LONG_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS);
  try {
    return await fetch(url, { ...options, headers, cache: 'no-cache', signal });
  } finally {
    if (isWrite) latestWriteAt = performance.now();
  }
}

const ENDPOINT: Endpoint = { url: '/trpc', fetch: fetchWithTimeout as Endpoint['fetch'] };

const headers = ({ op }: { op: Operation }): Record<string, string> =>
  typeof op.context.token === 'string' ? { authorization: `Bearer ${op.context.token}` } : {};

/** If the server rejects the current token, logs the visitor out without an error message. */
const withMemberToken: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    const token = op.context.token ?? currentSession()?.token;
    return next({ ...op, context: { ...op.context, token } }).pipe(
      tap({
        error: (error) => {
          if (token && token === currentSession()?.token && isUnauthorized(error)) forgetSession();
        },
      }),
    );
  };
};

/** A rejected token is removed, which leads to the login. For step-up, asks for the password and repeats the call. */
const withAdminToken: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    const token = op.context.token ?? currentAdminToken();
    const isCurrent = () => !!token && token === currentAdminToken();
    const send = () =>
      next({ ...op, context: { ...op.context, token } }).pipe(
        tap({
          error: (error) => {
            if (isCurrent() && isUnauthorized(error)) forgetAdmin();
          },
        }),
      );
    return observable((observer) => {
      let isUnsubscribed = false;
      const retryWithPassword = async (error: TRPCClientError<AppRouter>) => {
        const mayRetry =
          error.data?.code === 'admin.confirm_password' && isCurrent() && (await askForPassword());
        if (isUnsubscribed) return;
        if (mayRetry) call = send().subscribe(observer);
        else observer.error(error);
      };
      let call = send().subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => void retryWithPassword(error),
      });
      return () => {
        isUnsubscribed = true;
        call.unsubscribe();
      };
    });
  };
};

/** The page of organisers explains a rejected token. */
const withOrganiserToken: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, context: { ...op.context, token: currentOrganiserToken() } });

/** Without input. The server has the bytes in memory, and the browser revalidates its own copy. */
const isCachedRead = ({ type, input }: Operation) => type === 'query' && input === undefined;

/** Parses long lists in slices, so that the page stays responsive. */
const cachedReadEndpoint: Endpoint = {
  ...ENDPOINT,
  fetch: async (url, options) => {
    const response = await fetchWithTimeout(url, options as RequestInit);
    return Object.assign(response, { json: () => parseJsonIncrementally(response) });
  },
};

/** One request per call: the lists of a large calendar exceed the 2 MB limit of a batch. */
const authorizedLink = httpLink({ ...ENDPOINT, headers });

export const makeTrpcClient = () =>
  trpc.createClient({
    links: [
      // Public calls carry no token, except that members watch at the address of their account.
      splitLink({
        condition: ({ path }) => path.startsWith('marketplace.') || path === 'public.watches.create',
        true: [withMemberToken, authorizedLink],
        false: splitLink({
          condition: ({ path }) => path.startsWith('admin.'),
          true: [withAdminToken, authorizedLink],
          false: splitLink({
            condition: ({ path }) => path.startsWith('organiser.'),
            true: [withOrganiserToken, authorizedLink],
            false: splitLink({
              condition: isCachedRead,
              true: httpLink(cachedReadEndpoint),
              false: httpLink(ENDPOINT),
            }),
          }),
        }),
      }),
    ],
  });

/** Undefined if the server was not reached. */
export const errorDataOf = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined;

/** Only failures that may be temporary: not invalid input, not rate limits. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  if (error instanceof TRPCClientError && error.cause?.name === 'TimeoutError') return false;
  const status = errorDataOf(error)?.httpStatus;
  return failureCount < MAX_RETRIES && (status === undefined || status >= 500);
}

const isUnauthorized = (error: unknown) => errorDataOf(error)?.code === 'request.unauthorized';

export const makeQueryClient = () =>
  new QueryClient({
    // Failed fetches are logged here. Each page shows its own message.
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isUnauthorized(error)) return;
        console.error(`Could not fetch ${String(query.queryKey[0])}:`, error.message);
      },
    }),
    defaultOptions: {
      // When offline, calls fail at once. By default they would be paused and sent later without notice.
      queries: {
        staleTime: MINUTE_MS,
        gcTime: 30 * MINUTE_MS,
        retry: shouldRetry,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
