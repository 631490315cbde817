import type { Config } from './config';
import type { CallDatabase, Database } from './database';
import type { Log } from './log';
import type { Notices } from './notify';
import type { Snapshots } from './snapshot/version';
import type { Uploads } from './uploads';

/** What every verb gets: where things are kept, what time it is, where to say what happened. */
export type Context = {
  config: Config;
  database: CallDatabase;
  log: Log;
  /** The clock, passed in so that tests can set it. */
  now: () => Date;
  /** What the instances tell one another. */
  notices: Notices;
  /** Files that admins uploaded. */
  uploads: Uploads;
};

/** The same for who has no deadline: what runs beside calls. */
export type OpenContext = Context & { database: Database };

/** Who somebody is by their token; undefined when it is dead or never was. What knows sessions is handed in by `app.ts`. */
export type Identify = {
  member: (ctx: Context, token: string) => Promise<Member | undefined>;
  admin: (ctx: Context, token: string) => Promise<AdminSession | undefined>;
};

/** A verb called for somebody over HTTP. */
export type RequestContext = Context & {
  identify: Identify;
  requestId: string;
  /** The caller's address, behind the proxies that are trusted (D2, D23). */
  address: string;
  /** The token after `Authorization: Bearer`, not looked at yet. */
  bearer: string | undefined;
};

/** A procedure called over HTTP. */
export type CallContext = RequestContext & {
  snapshots: Snapshots;
  /** Headers that the answer is to carry. */
  answerHeaders: Record<string, string>;
};

/** Who a token belongs to. */
export type Member = { id: string; email: string; full_name: string };

/** A verb called by somebody who is logged in at the marketplace. */
export type MemberContext = RequestContext & { member: Member };

/** An admin who a token belongs to. */
export type Admin = { id: string; username: string };

export type AdminSession = Admin & {
  /** When the password was last entered in this session. */
  confirmed_at: string;
  /** The password was generated at the first start: the session may only be used to choose another one (D2). */
  must_change_password: boolean;
};

/** A verb called by an admin. */
export type AdminContext = RequestContext & { admin: AdminSession };
