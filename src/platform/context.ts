import type { Config } from './config';
import type { CallDatabase, Database } from './database';
import type { Log } from './log';
import type { Notifications } from './notify';
import type { Snapshots } from './snapshot/version';
import type { Uploads } from './uploads';

export type Context = {
  config: Config;
  database: CallDatabase;
  log: Log;
  now: () => Date;
  notifications: Notifications;
  uploads: Uploads;
};

/** The context of background work, which has no deadline. */
export type BackgroundContext = Context & { database: Database };

/** Looks up the owner of a session token. Returns undefined for an expired or unknown token. `app.ts` supplies it. */
export type Identify = {
  member: (ctx: Context, token: string) => Promise<Member | undefined>;
  admin: (ctx: Context, token: string) => Promise<AdminSession | undefined>;
  organiser: (ctx: Context, token: string) => Promise<Organiser | undefined>;
};

export type RequestContext = Context & {
  identify: Identify;
  requestId: string;
  ipAddress: string;
  /** From `Authorization: Bearer`, not verified yet. */
  bearer: string | undefined;
  userAgent?: string | undefined;
};

export type CallContext = RequestContext & {
  snapshots: Snapshots;
  responseHeaders: Record<string, string>;
};

export type Member = { id: string; email: string; full_name: string };

export type MemberContext = RequestContext & { member: Member };

/** Edits the events of one series through a mailed link. */
export type Organiser = { id: string; email: string; series_id: string; expires_at: string };

export type OrganiserContext = RequestContext & { organiser: Organiser };

export type Admin = { id: string; username: string };

export type AdminSession = Admin & {
  confirmed_at: string;
  /** Whether the password was generated at the first start. Such a session may only be used to change it. */
  must_change_password: boolean;
};

export type AdminContext = RequestContext & { admin: AdminSession };
