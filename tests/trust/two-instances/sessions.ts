import { issueReset } from '../../../src/features/accounts/links/service';
import { memberOf } from '../../../src/features/accounts/sessions/service';
import { adminOf } from '../../../src/features/admins/sessions/service';
import type { Context, Identify } from '../../../src/platform/context';
import { hashPassword } from '../../../src/platform/passwords';
import { bearer, PASSWORD } from '../../support/accounts';
import { call } from '../../support/call';
import { makeAdmin, makeAnnouncement, makeMember } from '../../support/content';
import { newCaller } from '../../support/doors';
import { openStream } from '../../support/live';
import { type Instance, type Pair, type Result, turnOf } from './pair';

/** An instance that goes on believing what it was once told of a token: for the control, no part of the product. */
export function remembering(): Identify {
  const remember = <Who>(find: (ctx: Context, token: string) => Promise<Who | undefined>) => {
    const known = new Map<string, Who>();
    return async (ctx: Context, token: string) => {
      const who = known.get(token) ?? (await find(ctx, token));
      if (who) known.set(token, who);
      return who;
    };
  };
  return { member: remember(memberOf), admin: remember(adminOf) };
}

type Caller = { headers: Record<string, string> };
type Member = Awaited<ReturnType<typeof makeMember>>;
type Scene = { here: Instance; there: Instance; who: Member; admin: Caller; context: Pair['context'] };

const NEW_PASSWORD = `${PASSWORD}ny`;
/** Milliseconds until an open inbox has ended of which nothing is to be told any more. */
const STREAM_ENDS = 5000;

/** From an address of its own: calls without a live session are limited. */
const elsewhere = ({ headers }: Caller) => ({ headers: { ...newCaller(), ...headers } });
const me = (at: Instance, who: Caller) => call(at, 'rest', 'marketplace.accounts.me', elsewhere(who));
const verify = (at: Instance, who: Caller) => call(at, 'trpc', 'admin.admins.verify', elsewhere(who));
const login = (at: Instance, email: string, password: string) =>
  call<{ access_token: string }>(
    at,
    'rest',
    'marketplace.accounts.login',
    { headers: newCaller() },
    { email, password },
  );
const suspend = (at: Instance, { who, admin }: Scene, is_suspended: boolean) =>
  call(at, 'trpc', 'admin.accounts.update', admin, { id: who.id, is_suspended });

/** The statuses that were not as expected, in words. */
async function unlike(expected: number, what: string, ...answers: Promise<{ status: number }>[]) {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  return statuses.filter((status) => status !== expected).map((status) => `${what} was answered ${status}`);
}

/** Somebody may log in at one, and is who they are at the other at once. */
async function newSession(at: Instance, other: Instance, email: string, password: string) {
  const { status, body } = await login(at, email, password);
  if (status !== 200) return [`a log-in was answered ${status}`];
  return unlike(200, 'a new session', me(other, { headers: bearer(body.access_token) }));
}

async function adsShown({ there, who }: Scene): Promise<string[]> {
  const { body } = await call<{ user_id: string }[]>(there, 'rest', 'public.announcements.list');
  return body.some(({ user_id }) => user_id === who.id) ? ['the ads of somebody who is out are shown'] : [];
}

type End = {
  end: (scene: Scene) => Promise<{ status: number }>;
  after?: (scene: Scene) => Promise<string[]>;
};

/** How a member's session ends, at one instance; and what holds at the other from then on. */
const ENDS: Record<string, End> = {
  logout: { end: ({ here, who }) => call(here, 'rest', 'marketplace.accounts.logout', who) },
  suspension: {
    end: (scene) => suspend(scene.here, scene, true),
    after: async (scene) => {
      const { here, there, who } = scene;
      return [
        ...(await unlike(401, 'a log-in of who is suspended', login(there, who.email, PASSWORD))),
        ...(await adsShown(scene)),
        ...(await unlike(200, 'the end of a suspension', suspend(there, scene, false))),
        ...(await unlike(401, 'a session from before a suspension', me(here, who), me(there, who))),
        ...(await newSession(here, there, who.email, PASSWORD)),
      ];
    },
  },
  deletion: {
    end: ({ here, who, admin }) => call(here, 'rest', 'admin.accounts.delete', admin, { id: who.id }),
    after: async (scene) => [
      ...(await unlike(401, 'a log-in of who is deleted', login(scene.there, scene.who.email, PASSWORD))),
      ...(await adsShown(scene)),
    ],
  },
  'a new password': {
    end: async ({ here, who, context }) => {
      const link = await issueReset(context as Context, who.email);
      const input = { token: link?.token, new_password: NEW_PASSWORD };
      return call(here, 'rest', 'marketplace.accounts.resetPassword', { headers: newCaller() }, input);
    },
    after: async ({ here, there, who }) => [
      ...(await unlike(401, 'a log-in with the old password', login(there, who.email, PASSWORD))),
      ...(await newSession(there, here, who.email, NEW_PASSWORD)),
    ],
  },
};

/** Every way so many times, now at the one, now at the other; the next requests to either are dead. */
export async function trySessions(pair: Pair, each: number): Promise<Result & { requests: number }> {
  const result = { tried: 0, requests: 0, faults: [] as string[] };
  const admin = await makeAdmin(pair.db);
  const password_hash = await hashPassword(PASSWORD);
  for (let turn = 0; turn < each; turn++) {
    const [here, there] = turnOf(pair, turn);
    for (const [way, { end, after }] of Object.entries(ENDS)) {
      const who = await makeMember(pair.db, { password_hash });
      await makeAnnouncement(pair.db, { user_id: who.id });
      const scene: Scene = { here, there, who, admin, context: pair.context };
      const tell = (faults: string[]) => result.faults.push(...faults.map((fault) => `${way}: ${fault}`));
      tell(await unlike(200, 'a live session', me(here, who), me(there, who)));
      const inbox = way === 'suspension' ? await openStream(there, who.headers) : undefined;
      tell(await unlike(200, 'the end itself', end(scene)));
      const asked = [me(there, who), me(there, who), me(there, who), me(there, who), me(here, who)];
      tell(await unlike(401, 'a request after the end', ...asked));
      if (inbox) {
        await inbox.until(inbox.isOver, STREAM_ENDS).catch(() => tell(['the open inbox goes on']));
        await inbox.leave();
      }
      tell((await after?.(scene)) ?? []);
      result.tried++;
      result.requests += asked.length;
    }
    result.faults.push(...(await tryAdmin(pair, turn)));
    result.tried++;
    result.requests += 2;
  }
  return result;
}

/** An admin logs out at one. */
async function tryAdmin(pair: Pair, turn: number): Promise<string[]> {
  const [here, there] = turnOf(pair, turn);
  const admin = await makeAdmin(pair.db);
  return [
    ...(await unlike(200, 'a live session of an admin', verify(here, admin), verify(there, admin))),
    ...(await unlike(200, 'the end itself', call(here, 'rest', 'admin.admins.logout', admin))),
    ...(await unlike(401, 'a request of an admin after the end', verify(there, admin), verify(here, admin))),
  ];
}
