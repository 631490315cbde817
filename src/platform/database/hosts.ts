/** A host of `DATABASE_URL`, in the syntax of libpq: several, separated by commas, each with a port. */
export type Host = { host: string; port: number };

type ParsedUrl = {
  /** With the first host only, for the driver. */
  url: string;
  /** Where to look for the server that accepts writes. Empty if the URL names one server without conditions. */
  hosts: Host[];
};

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;
/** Both mean the same here: the server that is not in recovery. */
const WRITABLE = ['read-write', 'primary'];

/** Returns undefined if the URL is invalid. */
export function parseDatabaseUrl(text: string): ParsedUrl | undefined {
  const [, start = '', authority = '', rest = ''] = URL_PARTS.exec(text) ?? [];
  const hosts = authority === '' ? [] : authority.split(',').map(parseHost);
  const [first = ''] = authority.split(',');
  if (hosts.includes(undefined) || !URL.canParse(`${start}${first}${rest}`)) return undefined;
  const url = new URL(`${start}${first}${rest}`);
  const target = url.searchParams.get('target_session_attrs');
  if (target !== null && !WRITABLE.includes(target)) return undefined;
  // The driver knows the parameter, but tries hosts without a pause, and never gives up.
  url.searchParams.delete('target_session_attrs');
  const isConditional = hosts.length > 1 || target !== null;
  return {
    // Unchanged if possible: the driver also reads URLs that `URL` writes differently.
    url: target === null ? `${start}${first}${rest}` : url.href,
    hosts: isConditional ? (hosts as Host[]) : [],
  };
}

function parseHost(text: string): Host | undefined {
  const [, host, port = DEFAULT_PORT] = HOST.exec(text) ?? [];
  const number = Number(port);
  return host !== undefined && number > 0 && number < 65_536
    ? { host: host.replace(/^\[|\]$/g, ''), port: number }
    : undefined;
}
