import type { Config } from './config';
import type { CallDatabase, Database } from './database';
import type { Log } from './log';
import type { Notifications } from './notify';
import type { Snapshots } from './snapshot/version';
import type { Uploads } from './uploads';

/** The dependencies that are passed to every service function. */
export type Context = {
  config: Config;
  database: CallDatabase;
  log: Log;
  /** The clock, which tests can set. */
  now: () => Date;
  /** Notifications between the instances. */
  notifications: Notifications;
  uploads: Uploads;
};

/** The context of background work, which has no deadline. */
export type BackgroundContext = Context & { database: Database };

/** Looks up the owner of a session token. Returns undefined for an expired or unknown token. `app.ts` supplies it. */
export type Identify = {
  member: (ctx: Context, token: string) => Promise<Member | undefined>;
  admin: (ctx: Context, token: string) => Promise<AdminSession | undefined>;
};

/** The context of an HTTP request. */
export type RequestContext = Context & {
  identify: Identify;
  requestId: string;
  /** The client's IP address, as reported by trusted proxies. */
  address: string;
  /** The token after `Authorization: Bearer`, not verified yet. */
  bearer: string | undefined;
};

/** The context of a procedure that is called over HTTP. */
export type CallContext = RequestContext & {
  snapshots: Snapshots;
  /** Extra headers for the response. */
  responseHeaders: Record<string, string>;
};

export type Member = { id: string; email: string; full_name: string };

/** The context of a call by a logged-in marketplace member. */
export type MemberContext = RequestContext & { member: Member };

export type Admin = { id: string; username: string };

export type AdminSession = Admin & {
  /** When the password was last entered in this session. */
  confirmed_at: string;
  /** Whether the password was generated at the first start. Such a session may only be used to change it. */
  must_change_password: boolean;
};

/** The context of a call by an admin. */
export type AdminContext = RequestContext & { admin: AdminSession };
