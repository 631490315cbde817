import robotsParser, { type Robot } from 'robots-parser';
import { type Outbound, OutboundError } from '../../../platform/outbound';

const CACHE_MS = 86_400_000;
const ORIGINS_MAX = 5000;
/** The least that a reader of robots.txt must accept (RFC 9309). The rest is ignored there, and refused here. */
const BYTES_MAX = 500 * 1024;
const TIMEOUT_MS = 10_000;

type Rules = Robot | 'none' | 'unavailable';

export type Robots = {
  /** Throws {@link OutboundError} `robots` if the site's robots.txt excludes the address or cannot be served now. */
  check: (url: URL) => Promise<void>;
};

/** Keeps the robots.txt of each site for a day. `agent` is the name that it may mention. */
export function createRobots(outbound: Outbound, agent: string, now: () => Date): Robots {
  const cache = new Map<string, { at: number; rules: Rules }>();

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
      return robotsParser(address, new TextDecoder().decode(await response.read(BYTES_MAX)));
    } catch (error) {
      // The request of the link itself then shows what is wrong.
      if (error instanceof OutboundError) return 'none';
      throw error;
    }
  }

  async function rulesOf(origin: string): Promise<Rules> {
    const at = now().getTime();
    const cached = cache.get(origin);
    if (cached && at - cached.at < CACHE_MS) return cached.rules;
    const rules = await read(origin);
    if (cache.size >= ORIGINS_MAX) cache.clear();
    cache.set(origin, { at, rules });
    return rules;
  }

  return {
    check: async (url) => {
      const rules = await rulesOf(url.origin);
      const isAllowed = typeof rules === 'string' ? rules === 'none' : rules.isAllowed(url.href, agent);
      if (isAllowed === false) throw new OutboundError('robots');
    },
  };
}
