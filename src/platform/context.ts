import type { Config } from './config';
import type { Database } from './database';
import type { Log } from './log';

/** What every verb gets: where things are kept, what time it is, where to say what happened. */
export type Context = {
  config: Config;
  database: Database;
  log: Log;
  /** The clock, passed in so that tests can set it. */
  now: () => Date;
};

/** A verb called for somebody over HTTP. */
export type RequestContext = Context & {
  requestId: string;
  /** The caller's address, behind the proxies that are trusted (D2, D23). */
  address: string;
  /** The token after `Authorization: Bearer`, not looked at yet. */
  bearer: string | undefined;
};
