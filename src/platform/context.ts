import type { ClockGuard } from './clock/guard.ts';
import type { Config } from './config.ts';
import type { Notifications } from './database/notify.ts';
import type { CallDatabase, Database } from './database.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound/index.ts';
import type { Snapshots } from './snapshot/version.ts';
import type { Uploads } from './uploads.ts';

export type Context = {
  config: Config;
  database: CallDatabase;
  log: Log;
  now: () => Date;
  notifications: Notifications;
  uploads: Uploads;
  /** Requests to other sites. */
  outbound: Outbound;
  /** Whether the time may be relied on for what cannot be undone. */
  clock: ClockGuard;
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
  /** From `User-Agent`. */
  userAgent: string;
  /** From `Authorization: Bearer`, not verified yet. */
  bearer: string | undefined;
  /** For calls that may take minutes: the server closes connections that are idle for 10 s. */
  disableIdleTimeout: () => void;
};

export type CallContext = RequestContext & {
  snapshots: Snapshots;
  responseHeaders: Record<string, string>;
  /** Counts a read of the database without a session. Throws `request.too_many` over the limit of the address. */
  countRead: () => void;
};

export type Member = { id: string; email: string; full_name: string };

export type MemberContext = RequestContext & { member: Member };

/** Edits the events of one series through a mailed link. */
export type Organiser = { id: string; email: string; series_id: string; expires_at: string };

export type OrganiserContext = RequestContext & { organiser: Organiser };

export type Admin = { id: string; username: string };

export type AdminSession = Admin & {
  session_id: string;
  confirmed_at: string;
  last_used_at: string;
  /** Whether someone else chose the password. Such a session may only be used to change it. */
  must_change_password: boolean;
  has_totp: boolean;
  has_passkey: boolean;
};

export type AdminContext = RequestContext & { admin: AdminSession };
