import { issueResetLink } from '#src/features/accounts/links/service.ts';
import { memberOf } from '#src/features/accounts/sessions/service.ts';
import { adminOf } from '#src/features/admins/sessions/service.ts';
import { organiserOf } from '#src/features/organisers/service.ts';
import type { Context, Identify } from '#src/platform/context.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { bearer, PASSWORD } from '#tests/support/accounts.ts';
import { call } from '#tests/support/call.ts';
import { confirmAdmins, makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller } from '#tests/support/transports.ts';
import { alternate, type Instance, type Pair, type Result } from './pair.ts';

/** A faulty lookup for the negative control: it never notices that a session has ended. */
export function cachingSessionLookup(): Identify {
  const remember = <Who>(find: (ctx: Context, token: string) => Promise<Who | undefined>) => {
    const known = new Map<string, Who>();
    return async (ctx: Context, token: string) => {
      const who = known.get(token) ?? (await find(ctx, token));
      if (who) known.set(token, who);
      return who;
    };
  };
  return { member: remember(memberOf), admin: remember(adminOf), organiser: remember(organiserOf) };
}

type Caller = { headers: Record<string, string> };
type Member = Awaited<ReturnType<typeof makeMember>>;
type Scene = { here: Instance; there: Instance; member: Member; admin: Caller; context: Pair['context'] };

const NEW_PASSWORD = `${PASSWORD}ny`;
const STREAM_END_LIMIT_MS = 5000;

/** Calls without a valid session are limited by address. */
const withNewAddress = ({ headers }: Caller) => ({ headers: { ...newCaller(), ...headers } });
const me = (at: Instance, member: Caller) =>
  call(at, 'rest', 'marketplace.accounts.me', withNewAddress(member));
const verify = (at: Instance, admin: Caller) =>
  call(at, 'trpc', 'admin.admins.verify', withNewAddress(admin));
const login = (at: Instance, email: string, password: string) =>
  call<{ access_token: string }>(
    at,
    'rest',
    'marketplace.accounts.login',
    { headers: newCaller() },
    { email, password },
  );
const suspend = (at: Instance, { member, admin }: Scene, is_suspended: boolean) =>
  call(at, 'trpc', 'admin.accounts.update', admin, { id: member.id, is_suspended });

async function unexpectedStatuses(
  expected: number,
  what: string,
  ...responses: Promise<{ status: number }>[]
) {
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  return statuses.filter((status) => status !== expected).map((status) => `${what} returned ${status}`);
}

async function checkNewSession(at: Instance, other: Instance, email: string, password: string) {
  const { status, body } = await login(at, email, password);
  if (status !== 200) return [`a login returned ${status}`];
  return unexpectedStatuses(200, 'a new session', me(other, { headers: bearer(body.access_token) }));
}

async function checkAdsHidden({ there, member }: Scene): Promise<string[]> {
  const { body } = await call<{ user_id: string }[]>(there, 'rest', 'public.announcements.list');
  return body.some(({ user_id }) => user_id === member.id)
    ? ['ads of a suspended or deleted member are listed']
    : [];
}

/** `checkAfter` returns faults that appear after the session has ended. */
type SessionEnd = {
  end: (scene: Scene) => Promise<{ status: number }>;
  checkAfter?: (scene: Scene) => Promise<string[]>;
};

const SESSION_ENDS: Record<string, SessionEnd> = {
  logout: { end: ({ here, member }) => call(here, 'rest', 'marketplace.accounts.logout', member) },
  suspension: {
    end: (scene) => suspend(scene.here, scene, true),
    checkAfter: async (scene) => {
      const { here, there, member } = scene;
      return [
        ...(await unexpectedStatuses(
          401,
          'a login of a suspended member',
          login(there, member.email, PASSWORD),
        )),
        ...(await checkAdsHidden(scene)),
        ...(await unexpectedStatuses(200, 'the end of a suspension', suspend(there, scene, false))),
        ...(await unexpectedStatuses(
          401,
          'a session from before a suspension',
          me(here, member),
          me(there, member),
        )),
        ...(await checkNewSession(here, there, member.email, PASSWORD)),
      ];
    },
  },
  deletion: {
    end: ({ here, member, admin }) => call(here, 'rest', 'admin.accounts.delete', admin, { id: member.id }),
    checkAfter: async (scene) => [
      ...(await unexpectedStatuses(
        401,
        'a login of a deleted member',
        login(scene.there, scene.member.email, PASSWORD),
      )),
      ...(await checkAdsHidden(scene)),
    ],
  },
  'a new password': {
    end: async ({ here, member, context }) => {
      const link = await issueResetLink(context as Context, member.email);
      const input = { token: link?.token, new_password: NEW_PASSWORD };
      return call(here, 'rest', 'marketplace.accounts.resetPassword', { headers: newCaller() }, input);
    },
    checkAfter: async ({ here, there, member }) => [
      ...(await unexpectedStatuses(
        401,
        'a login with the old password',
        login(there, member.email, PASSWORD),
      )),
      ...(await checkNewSession(there, here, member.email, NEW_PASSWORD)),
    ],
  },
};

export async function trySessions(pair: Pair, rounds: number): Promise<Result & { requests: number }> {
  const result = { attempts: 0, requests: 0, faults: [] as string[] };
  const admin = await makeAdmin(pair.db);
  const password_hash = await hashPassword(PASSWORD);
  await confirmAdmins(pair.db);
  for (let turn = 0; turn < rounds; turn++) {
    const [here, there] = alternate(pair, turn);
    for (const [ending, { end, checkAfter }] of Object.entries(SESSION_ENDS)) {
      const member = await makeMember(pair.db, { password_hash });
      await makeAnnouncement(pair.db, { user_id: member.id });
      const scene: Scene = { here, there, member, admin, context: pair.context };
      const addFaults = (faults: string[]) =>
        result.faults.push(...faults.map((fault) => `${ending}: ${fault}`));
      addFaults(await unexpectedStatuses(200, 'a live session', me(here, member), me(there, member)));
      const inbox = ending === 'suspension' ? await openStream(there, member.headers) : undefined;
      addFaults(await unexpectedStatuses(200, 'ending the session', end(scene)));
      const requests = [
        me(there, member),
        me(there, member),
        me(there, member),
        me(there, member),
        me(here, member),
      ];
      addFaults(await unexpectedStatuses(401, 'a request after the end', ...requests));
      if (inbox) {
        await inbox
          .until(inbox.isOver, STREAM_END_LIMIT_MS)
          .catch(() => addFaults(['the open inbox stays connected']));
        await inbox.leave();
      }
      addFaults((await checkAfter?.(scene)) ?? []);
      result.attempts++;
      result.requests += requests.length;
    }
    result.faults.push(...(await tryAdminLogout(pair, turn)));
    result.attempts++;
    result.requests += 2;
  }
  return result;
}

async function tryAdminLogout(pair: Pair, turn: number): Promise<string[]> {
  const [here, there] = alternate(pair, turn);
  const admin = await makeAdmin(pair.db);
  return [
    ...(await unexpectedStatuses(
      200,
      'a live session of an admin',
      verify(here, admin),
      verify(there, admin),
    )),
    ...(await unexpectedStatuses(
      200,
      'ending the session',
      call(here, 'rest', 'admin.admins.logout', admin),
    )),
    ...(await unexpectedStatuses(
      401,
      'a request of an admin after the end',
      verify(there, admin),
      verify(here, admin),
    )),
  ];
}
