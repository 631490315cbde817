import { fileOperations } from '#src/router.ts';
import type { Attempt } from './attempts.ts';
import { PROCEDURES, type Procedure } from './table.ts';

/** In a batch, `status` is that of the tested call. `text` has all headers and the body. */
export type Reply = { transport: string; status: number; text: string };
type Headers = Record<string, string>;
export type Send = (attempt: Attempt, headers: Headers) => Promise<Reply>;

/** `valid`: each REST path, and tRPC alone and in a batch. `wrongMethod`, such as POST for a query, is refused. */
export type Sends = { valid: Send[]; wrongMethod: Send[] };

const JSON_TYPE = { 'content-type': 'application/json' };
/** The other call of a batch. It leaves no trace and is never the operation itself. */
const BATCH_COMPANIONS = {
  query: ['public.banners.list', 'public.contact.info'],
  mutation: ['public.contact.sendMessage', 'public.submissions.submit'],
};
const batchCompanion = (type: 'query' | 'mutation', name: string) =>
  BATCH_COMPANIONS[type].find((one) => one !== name) ?? name;

export function sendsOf(url: string, name: string): Sends {
  const procedure = PROCEDURES.find((one) => one.name === name);
  if (procedure) return sendsOfProcedure(url, procedure);
  return {
    valid: [name.includes(' ') ? sendToRoute(url, name) : sendToFileOperation(url, name)],
    wrongMethod: [],
  };
}

function sendsOfProcedure(url: string, { name, type, paths }: Procedure): Sends {
  const path = `${url}/trpc/${name}`;
  if (type === 'subscription') {
    const postInit = { method: 'POST', headers: JSON_TYPE, body: '{}' };
    return {
      valid: [(_, headers) => stream(path, headers)],
      wrongMethod: [(_, headers) => stream(path, headers, postInit)],
    };
  }
  const restSends = paths.map(({ method, path }) => sendOverRest(url, method, path));
  const headSends = paths
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => sendOverRest(url, 'HEAD', path));
  // The path of a one-click unsubscription is also that of a page.
  const writePaths = paths.filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/') && !isRead(path),
  );
  const [method, wrongMethod] = type === 'query' ? (['GET', 'POST'] as const) : (['POST', 'GET'] as const);
  return {
    valid: [
      ...restSends,
      ...headSends,
      sendSingle(method, path),
      sendInBatch(method, url, [batchCompanion(type, name), name]),
    ],
    wrongMethod: [
      sendSingle(wrongMethod, path),
      sendInBatch(wrongMethod, url, [batchCompanion(type, name), name]),
      ...(type === 'query' ? [] : writePaths.map(({ path }) => sendOverRest(url, 'GET', path))),
    ],
  };
}

const isRead = (path: string) =>
  PROCEDURES.some(({ paths }) =>
    paths.some(
      (one) => one.method === 'GET' && withoutParameterNames(one.path) === withoutParameterNames(path),
    ),
  );
const withoutParameterNames = (path: string) => path.replace(/:\w+/g, ':');

const sendSingle =
  (method: 'GET' | 'POST', path: string): Send =>
  async ({ input }, headers) =>
    toReply(`tRPC ${method}`, await send(method, path, input, headers));

const sendInBatch =
  (method: 'GET' | 'POST', url: string, names: string[]): Send =>
  async ({ input = {} }, headers) => {
    const index = names.length - 1;
    const inputs = Object.fromEntries(names.map((_, i) => [i, i === index ? input : {}]));
    const response = await send(method, `${url}/trpc/${names.join(',')}?batch=1`, inputs, headers);
    return replyInBatch(await toReply(`tRPC batch ${method}`, response), index);
  };

function send(method: 'GET' | 'POST', path: string, input: unknown, headers: Headers): Promise<Response> {
  if (method === 'POST')
    return fetch(path, { method, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(input ?? {}) });
  const query = input
    ? `${path.includes('?') ? '&' : '?'}input=${encodeURIComponent(JSON.stringify(input))}`
    : '';
  return fetch(`${path}${query}`, { headers });
}

const sendToRoute = (url: string, name: string): Send => {
  const path = (name.split(' ')[1] ?? '').replace('*', '');
  return async ({ input }, headers) =>
    toReply(name, await fetch(`${url}${path}${input?.path ?? ''}`, { headers }));
};

/** Fields named in the path go into the path, the others into body or query. */
const sendOverRest =
  (url: string, method: string, path: string): Send =>
  async ({ input = {} }, headers) => {
    const body: Record<string, unknown> = { ...input };
    const filledPath = path.replace(/:(\w+)/g, (_, key: string) => {
      const value = body[key];
      delete body[key];
      return encodeURIComponent(String(value));
    });
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const query = hasBody ? '' : `?${new URLSearchParams(body as Headers)}`;
    const response = await fetch(`${url}${filledPath}${query}`, {
      method,
      headers: { ...(hasBody && JSON_TYPE), ...headers },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    return toReply(`${method} ${path}`, response);
  };

function sendToFileOperation(url: string, name: string): Send {
  const operation = fileOperations.find((one) => one.name === name);
  const [method = '', path = ''] = operation?.rest.split(' ') ?? [];
  return async ({ query = '', file }, headers) => {
    const body = new FormData();
    if (file) body.append('file', file);
    return toReply(
      operation?.rest ?? '',
      await fetch(`${url}/api${path}${query}`, { method, headers, ...(file && { body }) }),
    );
  };
}

async function toReply(transport: string, response: Response): Promise<Reply> {
  const headers = JSON.stringify([...response.headers]);
  return { transport, status: response.status, text: `${headers}\n${await response.text()}` };
}

function replyInBatch(reply: Reply, index: number): Reply {
  const body = reply.text.slice(reply.text.indexOf('\n'));
  const results = JSON.parse(body) as { error?: { data: { httpStatus: number } } }[] | { error: unknown };
  if (!Array.isArray(results)) return reply;
  return { ...reply, status: results[index]?.error?.data.httpStatus ?? 200 };
}

/** Reads until the first event or the end. Streams report errors under status 200. */
async function stream(
  url: string,
  headers: Headers,
  { headers: extraHeaders = {}, ...init }: { method?: string; headers?: Headers; body?: string } = {},
): Promise<Reply> {
  const abortController = new AbortController();
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'text/event-stream', ...extraHeaders, ...headers },
    signal: abortController.signal,
  });
  let text = `${JSON.stringify([...response.headers])}\n`;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (/serialized-error|announcement_id/.test(text)) break;
    }
  } finally {
    abortController.abort();
  }
  const httpStatus = /"httpStatus":(\d+)/.exec(text)?.[1];
  return {
    transport: `tRPC stream ${init.method ?? 'GET'}`,
    status: httpStatus ? Number(httpStatus) : response.status,
    text,
  };
}
