import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { toast } from 'sonner';
import { makeQueryClient, makeTrpcClient, trpc } from '../../client/platform/api/trpc';
import { Toaster } from '../../client/ui/toaster';
import { AppError } from '../../src/shared/errors';

/** What the server answers to one procedure; an {@link AppError} is told as one. */
type Procedures = Record<string, (input: unknown) => unknown>;
type Call = { procedure: string; input: unknown; bearer?: string };

/** The network, faked at `fetch`: answers tRPC calls, and keeps them to be looked at. */
export function fakeServer(procedures: Procedures): { calls: Call[]; breakDown: () => void } {
  const calls: Call[] = [];
  let isDown = false;
  globalThis.fetch = (async (url: string, init?: { body?: string; headers?: HeadersInit }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(String(url), 'http://localhost:3000');
    const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '');
    // An answer comes in a turn of its own, as over a network.
    await new Promise((resolve) => setTimeout(resolve));
    const name = pathname.replace('/trpc/', '');
    const input = init?.body ?? searchParams.get('input');
    const answered = await answer({
      procedure: name,
      input: input ? JSON.parse(input) : undefined,
      ...(bearer && { bearer }),
    });
    return new Response(JSON.stringify(answered), { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;

  async function answer(call: Call) {
    calls.push(call);
    try {
      const verb = procedures[call.procedure];
      if (!verb) throw new AppError('request.not_found');
      return { result: { data: await verb(call.input) } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const data = { code: error.code, detail: error.message, httpStatus: error.status };
      return { error: { message: error.message, code: -32600, data } };
    }
  }
  return {
    calls,
    breakDown: () => {
      isDown = true;
    },
  };
}

/** Renders as the product does, at that path, with the toaster beside; strictly, React runs each effect twice. */
export function renderAt(path: string, children: ReactNode, { strict = false } = {}) {
  // sonner keeps its toasts outside React: those of the test before are gone now.
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
        {/* First, so that it listens before the effects of the page, which is not lazy here, show a toast. */}
        <Toaster />
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </trpc.Provider>,
    { reactStrictMode: strict },
  );
}
