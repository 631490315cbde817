import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import { type Config, userAgentOf } from '#src/platform/config.ts';
import { urlOf } from '#src/shared/web-url.ts';
import { ACCEPTED_ENCODINGS, readBody } from './body.ts';
import { OutboundError, reasonOfConnection } from './failure.ts';
import { type AllowedHosts, type Resolve, resolveHost, resolveTarget, type Target } from './target.ts';

export { OutboundError } from './failure.ts';

type OutboundOptions = {
  allowedHosts: AllowedHosts;
  /** Names the site and its address. */
  userAgent: string;
  resolve?: Resolve | undefined;
};

type GetOptions = {
  headers?: Record<string, string>;
  /** For everything: redirects, headers and body. */
  timeoutMs: number;
  /** Called with each address before it is requested. Throw to stop. */
  beforeRequest?: (url: URL) => Promise<void>;
  signal?: AbortSignal | undefined;
};

/** Call `close` when done with it. Reading the body closes it too. */
type ForeignResponse = {
  status: number;
  headers: IncomingMessage['headers'];
  /** The address after redirects. */
  url: string;
  /** Resolves to the chunks of the body. */
  read: (maxBytes: number) => Promise<Uint8Array[]>;
  close: () => void;
};

export type Outbound = { get: (url: string, options: GetOptions) => Promise<ForeignResponse> };

const REDIRECTS_MAX = 5;
/** Of redirects: events and sources have no longer addresses either. */
const URL_MAX = 2000;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches addresses that others chose (D54). It connects only to public addresses and to those that were checked,
 * follows at most five redirects to addresses of at most 2,000 characters and sends no cookies. `get` and `read` throw
 * {@link OutboundError}.
 */
export function createOutbound({
  allowedHosts,
  userAgent,
  resolve = resolveHost,
}: OutboundOptions): Outbound {
  async function get(address: string, options: GetOptions): Promise<ForeignResponse> {
    const aborted = new AbortController();
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = AbortSignal.any([aborted.signal, timeout, ...(options.signal ? [options.signal] : [])]);
    const failureOf = (cause: unknown) => {
      aborted.abort();
      if (options.signal?.aborted) return options.signal.reason;
      if (timeout.aborted) return new OutboundError('timeout', { cause });
      return cause instanceof OutboundError ? cause : new OutboundError(reasonOfConnection(cause), { cause });
    };
    try {
      const { response, url } = await follow(address, { ...options, signal });
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        url: url.href,
        read: (maxBytes) =>
          readBody(response, maxBytes)
            .catch((error) => Promise.reject(failureOf(error)))
            .finally(() => aborted.abort()),
        close: () => aborted.abort(),
      };
    } catch (error) {
      throw failureOf(error);
    }
  }

  async function follow(
    address: string,
    { headers, beforeRequest, signal }: GetOptions & { signal: AbortSignal },
  ) {
    let url = urlOf(address);
    for (let redirects = 0; url && redirects <= REDIRECTS_MAX; redirects++) {
      const target = await orAbort(resolveTarget(url, allowedHosts, resolve), signal);
      if (beforeRequest) await orAbort(beforeRequest(url), signal);
      const response = await send(target, { 'user-agent': userAgent, ...headers }, signal);
      const { location } = response.headers;
      if (!REDIRECT_STATUSES.has(response.statusCode ?? 0) || location === undefined)
        return { response, url };
      response.destroy();
      url = urlOf(location, url.href);
      // What is done with addresses takes time that grows with them.
      if (url && url.href.length > URL_MAX) break;
    }
    throw new OutboundError('redirect');
  }

  return { get };
}

/** For the context: with the hosts that the operator allows. */
export const openOutbound = (
  config: Pick<Config, 'sourceAllowHosts' | 'siteName' | 'publicUrl'>,
  resolve?: Resolve,
): Outbound =>
  createOutbound({ allowedHosts: config.sourceAllowHosts, userAgent: userAgentOf(config), resolve });

/** Sends one request to the addresses that were checked: `lookup` replaces the resolution of the name. */
function send({ url, addresses }: Target, headers: Record<string, string>, signal: AbortSignal) {
  const resolved = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  // Many hosts have IPv6 addresses that this machine cannot reach.
  resolved.sort((a, b) => a.family - b.family);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      headers: { accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
      // Connections that are kept could have been opened for another address.
      agent: false,
      lookup: (_host, _options, callback) => callback(null, resolved),
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      // Without a listener, an abort after the headers would be an uncaught error.
      response.on('error', () => {});
      resolve(response);
    });
    request.end();
  });
}

function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
