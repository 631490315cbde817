import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { toast } from 'sonner';
import { makeQueryClient, makeTrpcClient, trpc } from '#client/platform/api/trpc.ts';
import { Toaster } from '#client/ui/toaster.tsx';
import { AppError } from '#src/shared/errors.ts';

/** Functions of the input by name. A thrown {@link AppError} is returned as an error. */
type Procedures = Record<string, (input: unknown) => unknown>;
type Call = { procedure: string; input: unknown; bearer?: string };

/** Replaces `fetch`. `sent` returns the inputs of the calls of a procedure. `disconnect` makes all later calls fail. */
export function fakeServer(procedures: Procedures) {
  const calls: Call[] = [];
  let isDown = false;
  globalThis.fetch = (async (url: string, init?: { body?: string; headers?: HeadersInit }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(String(url), 'http://localhost:3000');
    const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '');
    // Asynchronously, as over a network.
    await new Promise((resolve) => setTimeout(resolve));
    const name = pathname.replace('/trpc/', '');
    const input = init?.body ?? searchParams.get('input');
    const result = await handle({
      procedure: name,
      input: input ? JSON.parse(input) : undefined,
      ...(bearer && { bearer }),
    });
    return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;

  async function handle(call: Call) {
    calls.push(call);
    try {
      const procedure = procedures[call.procedure];
      if (!procedure) throw new AppError('request.not_found');
      return { result: { data: await procedure(call.input) } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const data = { code: error.code, detail: error.message, httpStatus: error.status };
      return { error: { message: error.message, code: -32600, data } };
    }
  }
  const callsOf = (name: string) => calls.filter(({ procedure }) => procedure === name);
  return {
    calls,
    callsOf,
    sent: (name: string) => callsOf(name).map(({ input }) => input),
    disconnect: () => {
      isDown = true;
    },
  };
}

/** With `strict`, React runs each effect twice. */
export function renderAt(path: string, children: ReactNode, { strict = false } = {}) {
  // sonner keeps its toasts outside React, so remove those of the previous test.
  toast.dismiss();
  const queryClient = makeQueryClient();
  const { queries, mutations } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    queries: { ...queries, retry: false },
    mutations: { ...mutations, retry: false },
  });
  return render(
    <trpc.Provider client={makeTrpcClient()} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {/* First, so that it listens before the effects of the page, which is not lazy-loaded here, show a toast. */}
        <Toaster />
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </trpc.Provider>,
    { reactStrictMode: strict },
  );
}
