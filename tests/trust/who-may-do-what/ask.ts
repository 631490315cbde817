import { fileOperations } from '../../../src/router';
import type { Attempt } from './inputs';
import { PROCEDURES, type Procedure } from './table';

/** `status` is the call's own, `bytes` has all headers and the body. */
export type Reply = { way: string; status: number; bytes: string };
type Headers = Record<string, string>;
export type Send = (attempt: Attempt, headers: Headers) => Promise<Reply>;

/**
 * `right`: each REST path, and tRPC alone and in a batch. `wrong` methods, such as POST for a query, must be refused.
 */
export type Ways = { right: Send[]; wrong: Send[] };

const JSON_TYPE = { 'content-type': 'application/json' };
/** Batched with the operation. It leaves no trace and is never the operation itself. */
const BESIDE = {
  query: ['public.banners.list', 'public.contact.info'],
  mutation: ['public.contact.sendMessage', 'public.submissions.submit'],
};
const beside = (type: 'query' | 'mutation', name: string) => BESIDE[type].find((one) => one !== name) ?? name;

export function waysTo(url: string, name: string): Ways {
  const procedure = PROCEDURES.find((one) => one.name === name);
  if (procedure) return waysToProcedure(url, procedure);
  return { right: [name.includes(' ') ? aRoute(url, name) : aFile(url, name)], wrong: [] };
}

function waysToProcedure(url: string, { name, type, paths }: Procedure): Ways {
  const path = `${url}/trpc/${name}`;
  if (type === 'subscription') {
    const posted = { method: 'POST', headers: JSON_TYPE, body: '{}' };
    return {
      right: [(_, headers) => stream(path, headers)],
      wrong: [(_, headers) => stream(path, headers, posted)],
    };
  }
  const restful = paths.map(({ method, path }) => rest(url, method, path));
  const heads = paths.filter(({ method }) => method === 'GET').map(({ path }) => rest(url, 'HEAD', path));
  const others = paths.filter(({ method, path }) => method !== 'GET' && !isRead(path));
  const [right, wrong] = type === 'query' ? (['GET', 'POST'] as const) : (['POST', 'GET'] as const);
  return {
    right: [...restful, ...heads, alone(right, path), batch(right, url, [beside(type, name), name])],
    wrong: [
      alone(wrong, path),
      batch(wrong, url, [beside(type, name), name]),
      ...(type === 'query' ? [] : others.map(({ path }) => rest(url, 'GET', path))),
    ],
  };
}

const isRead = (path: string) =>
  PROCEDURES.some(({ paths }) => paths.some((one) => one.method === 'GET' && like(one.path) === like(path)));
const like = (path: string) => path.replace(/:\w+/g, ':');

const alone =
  (method: 'GET' | 'POST', path: string): Send =>
  async ({ input }, headers) =>
    whole(`tRPC ${method}`, await send(method, path, input, headers));

const batch =
  (method: 'GET' | 'POST', url: string, names: string[]): Send =>
  async ({ input = {} }, headers) => {
    const at = names.length - 1;
    const inputs = Object.fromEntries(names.map((_, i) => [i, i === at ? input : {}]));
    const response = await send(method, `${url}/trpc/${names.join(',')}?batch=1`, inputs, headers);
    return ofBatch(await whole(`tRPC batch ${method}`, response), at);
  };

function send(method: 'GET' | 'POST', path: string, input: unknown, headers: Headers): Promise<Response> {
  if (method === 'POST')
    return fetch(path, { method, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(input ?? {}) });
  const query = input
    ? `${path.includes('?') ? '&' : '?'}input=${encodeURIComponent(JSON.stringify(input))}`
    : '';
  return fetch(`${path}${query}`, { headers });
}

const aRoute = (url: string, name: string): Send => {
  const path = (name.split(' ')[1] ?? '').replace('*', '');
  return async ({ input }, headers) =>
    whole(name, await fetch(`${url}${path}${input?.rest ?? ''}`, { headers }));
};

/** Fields named in the path go into the path, the others into body or query. */
const rest =
  (url: string, method: string, path: string): Send =>
  async ({ input = {} }, headers) => {
    const body: Record<string, unknown> = { ...input };
    const filled = path.replace(/:(\w+)/g, (_, key: string) => {
      const value = body[key];
      delete body[key];
      return encodeURIComponent(String(value));
    });
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const query = hasBody ? '' : `?${new URLSearchParams(body as Headers)}`;
    const response = await fetch(`${url}${filled}${query}`, {
      method,
      headers: { ...(hasBody && JSON_TYPE), ...headers },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    return whole(`${method} ${path}`, response);
  };

function aFile(url: string, name: string): Send {
  const operation = fileOperations.find((one) => one.name === name);
  const [method = '', path = ''] = operation?.rest.split(' ') ?? [];
  return async ({ query = '', file }, headers) => {
    const body = new FormData();
    if (file) body.append('file', file);
    return whole(
      operation?.rest ?? '',
      await fetch(`${url}/api${path}${query}`, { method, headers, ...(file && { body }) }),
    );
  };
}

async function whole(way: string, response: Response): Promise<Reply> {
  const headers = JSON.stringify([...response.headers]);
  return { way, status: response.status, bytes: `${headers}\n${await response.text()}` };
}

function ofBatch(reply: Reply, at: number): Reply {
  const body = reply.bytes.slice(reply.bytes.indexOf('\n'));
  const results = JSON.parse(body) as { error?: { data: { httpStatus: number } } }[] | { error: unknown };
  if (!Array.isArray(results)) return reply;
  return { ...reply, status: results[at]?.error?.data.httpStatus ?? 200 };
}

/** Reads until the first event or the end. Streams report errors under status 200. */
async function stream(
  url: string,
  headers: Headers,
  { headers: more = {}, ...init }: { method?: string; headers?: Headers; body?: string } = {},
): Promise<Reply> {
  const away = new AbortController();
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'text/event-stream', ...more, ...headers },
    signal: away.signal,
  });
  let bytes = JSON.stringify([...response.headers]);
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      bytes += decoder.decode(chunk, { stream: true });
      if (/serialized-error|announcement_id/.test(bytes)) break;
    }
  } finally {
    away.abort();
  }
  const httpStatus = /"httpStatus":(\d+)/.exec(bytes)?.[1];
  return {
    way: `tRPC stream ${init.method ?? 'GET'}`,
    status: httpStatus ? Number(httpStatus) : response.status,
    bytes,
  };
}
