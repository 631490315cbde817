import { join } from 'node:path';
import { type Outbound, OutboundError } from '#src/platform/outbound/index.ts';
import { runReader } from '#src/platform/spreadsheet/reader.ts';
import { AppError } from '#src/shared/errors.ts';

const CACHE_MS = 86_400_000;
const ORIGINS_MAX = 5000;
/** Of the kept files together, so that large ones cannot fill the memory. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** The least that a reader of robots.txt must accept (RFC 9309). The rest is ignored there, and refused here. */
const BYTES_MAX = 500 * 1024;
const TIMEOUT_MS = 10_000;

const SCRIPT = join(import.meta.dir, 'robots-process.ts');

/** The file, which is only read in another process. */
type Rules = Uint8Array | 'none' | 'unavailable';

export type Robots = {
  /** Throws {@link OutboundError} `robots` if the site's robots.txt excludes the address or cannot be served now. */
  check: (url: URL) => Promise<void>;
};

/** Keeps the robots.txt of each site for a day. `agent` is the name that it may mention. */
export function createRobots(outbound: Outbound, agent: string, now: () => Date): Robots {
  const cache = new Map<string, { at: number; rules: Rules }>();
  let keptBytes = 0;

  async function read(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    try {
      const response = await outbound.get(address, { timeoutMs: TIMEOUT_MS });
      if (response.status >= 500 || response.status === 429) {
        response.close();
        return 'unavailable';
      }
      if (response.status >= 300) {
        response.close();
        return 'none';
      }
      return Buffer.concat(await response.read(BYTES_MAX));
    } catch (error) {
      // The request of the link itself then shows what is wrong.
      if (error instanceof OutboundError) return 'none';
      throw error;
    }
  }

  async function rulesOf(origin: string): Promise<Rules> {
    const at = now().getTime();
    const cached = cache.get(origin);
    if (cached && Math.abs(at - cached.at) < CACHE_MS) return cached.rules;
    const rules = await read(origin);
    const bytes = typeof rules === 'string' ? 0 : rules.length;
    if (cache.size >= ORIGINS_MAX || keptBytes + bytes > KEPT_BYTES_MAX) {
      cache.clear();
      keptBytes = 0;
    }
    cache.set(origin, { at, rules });
    keptBytes += bytes;
    return rules;
  }

  /** Rules that take too long to read exclude the address. */
  async function allows(rules: Uint8Array, url: URL): Promise<boolean> {
    try {
      const end = await runReader({
        script: SCRIPT,
        args: [url.href, agent],
        content: [rules],
        onLine: () => {},
      });
      return end.isAllowed === true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return {
    check: async (url) => {
      const rules = await rulesOf(url.origin);
      const isAllowed = typeof rules === 'string' ? rules === 'none' : await allows(rules, url);
      if (!isAllowed) throw new OutboundError('robots');
    },
  };
}
