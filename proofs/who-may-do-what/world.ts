import { eq } from 'drizzle-orm';
import { accounts, adminSessions, admins, sessions } from '#db/schema/index.ts';
import { setAdmin } from '#src/features/admins/service.ts';
import { CONFIRMED_MS } from '#src/platform/procedure/admin-access.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import {
  bearer,
  followLink,
  newResetToken,
  newVerificationToken,
  PASSWORD,
  tokenOf,
} from '#tests/support/accounts.ts';
import { ADMIN_PASSWORD, type Admin } from '#tests/support/admin-actions.ts';
import { makeReport } from '#tests/support/admin-market.ts';
import type { TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import {
  makeAccount,
  makeAdmin,
  makeAnnouncement,
  makeMessage,
  makeSubmission,
} from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { png } from '#tests/support/media.ts';
import { makeOrganiser } from '#tests/support/organisers.ts';
import { newCaller } from '#tests/support/transports.ts';
import { upload } from '#tests/support/uploads.ts';
import { invalidPrincipalsFor, type Organiser, type Principal } from './principals.ts';
import { type Secret, secretsOf, secretText } from './secrets.ts';

type Ad = Awaited<ReturnType<typeof makeAnnouncement>>;
export type World = Record<'owner' | 'other' | 'third' | 'member' | 'suspended', Member> &
  Record<'ad' | 'hiddenAd' | 'adOfThird' | 'adOfSuspended', Ad> & {
    admin: Admin;
    organiser: Organiser;
    principals: Principal[];
    invalidPrincipals: Principal[];
    secrets: Secret[];
    /** No response may contain these, not even for admins, except a backup. */
    hashes: string[];
    /** Ids of other records than ads. */
    nonAdIds: string[];
    uploadName: string;
    /** The principal, with a new session or account if the operation uses up the old one. */
    callerFor: (operation: string, principal: Principal) => Promise<Principal>;
  };

/** These change how the calling admin logs in, and the others must still be able to. */
export const CHANGES_OWN_LOGIN = /^admin\.(factors\.|sessions\.logoutAll$|admins\.passkeyConfirm$)/;

const ENDS_SESSION = /\.(logout|deleteAccount|changePassword)$/;

/** Sessions that start at this time have expired at `TODAY`. */
const LONG_AGO = new Date('2026-12-01T09:00:00.000Z');
export const TODAY = new Date('2027-01-15T09:00:00.000Z');

/** Cheap, because many callers log in and this program does not test how hard passwords are to guess. */
export const cheapHash = (password: string) =>
  Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });

/**
 * Creates the callers and their data. Anna (`owner`) has an ad. Bo (`other`) and Cia (`third`) have each written to her
 * about it. Dan (`member`) is not involved. Other callers have expired, ended or unverified sessions. Most of these
 * were Anna's, so their requests would succeed if the session were still valid.
 */
export async function makeWorld(app: TestApp, setClock: (now: Date) => void): Promise<World> {
  const { db } = app.context.database;
  const password_hash = await cheapHash(PASSWORD);
  const adminHash = await cheapHash(ADMIN_PASSWORD);

  let personCount = 0;
  const makePerson = async (who: string, row = {}) => ({
    ...(await makeAccount(db, {
      email: `${who}@hemlig-${who}.example`,
      username: `hemligt-namn-${who}`,
      full_name: `${who} Ek`,
      phone_number: `070-555 ${1000 + ++personCount}`,
      password_hash,
      ...row,
    })),
    token: '',
    headers: bearer(''),
  });
  const logIn = async <Who extends Member>(who: Who): Promise<Who> => {
    const token = await tokenOf(app, who.email);
    return { ...who, token, headers: bearer(token) };
  };
  const logInAdmin = async <Who extends { username: string }>(who: Who) => {
    const credentials = { username: who.username, password: ADMIN_PASSWORD };
    const headers = newCaller();
    const { body } = await call<{ access_token: string }>(
      app,
      'rest',
      'admin.admins.login',
      { headers },
      credentials,
    );
    return { ...who, token: body.access_token, headers: bearer(body.access_token) };
  };
  const makeAdminNamed = (username: string) => makeAdmin(db, { username, password_hash: adminHash });

  const anna = await makePerson('owner');
  const bossRow = await makeAdminNamed('boss');
  setClock(LONG_AGO);
  const expired = await logIn(anna);
  const adminExpired = await logInAdmin(bossRow);
  setClock(TODAY);
  const adminReset = await logInAdmin(bossRow);
  await setAdmin(app.context, 'boss', ADMIN_PASSWORD);
  await db.update(admins).set({ password_hash: adminHash }).where(eq(admins.id, bossRow.id));
  const adminLoggedOut = await logInAdmin(bossRow);
  await call(app, 'rest', 'admin.admins.logout', adminLoggedOut);
  const adminDeleted = await logInAdmin(await makeAdminNamed('gone'));
  await db.delete(admins).where(eq(admins.username, 'gone'));
  setClock(new Date(TODAY.getTime() - CONFIRMED_MS));
  const unconfirmed = await logInAdmin(await makeAdminNamed('unconfirmed'));
  setClock(TODAY);
  const generated = await logInAdmin(
    await makeAdmin(db, { username: 'first', password_hash: adminHash, must_change_password: true }),
  );
  const admin = await logInAdmin(bossRow);

  const reset = await logIn(anna);
  await followLink(app, 'rest', 'reset', await newResetToken(app, anna.email), { new_password: PASSWORD });
  await db.update(accounts).set({ password_hash }).where(eq(accounts.id, anna.id));
  const loggedOut = await logIn(anna);
  await call(app, 'rest', 'marketplace.accounts.logout', loggedOut);

  const [owner, other, third, member] = [
    await logIn(anna),
    await logIn(await makePerson('other')),
    await logIn(await makePerson('third')),
    await logIn(await makePerson('member')),
  ];
  const suspended = await logIn(await makePerson('suspended'));
  await call(app, 'rest', 'admin.accounts.update', admin, { id: suspended.id, is_suspended: true });
  const deleted = await logIn(await makePerson('deleted'));
  await call(app, 'rest', 'admin.accounts.delete', admin, { id: deleted.id });
  // Unverified members cannot log in, so insert a session that cannot otherwise exist.
  const unverified = await makePerson('unverified', { is_verified: false });
  const insertedToken = newToken();
  const expires_at = '2099-01-01T00:00:00.000Z';
  await db
    .insert(sessions)
    .values({ token_hash: hashToken(insertedToken), user_id: unverified.id, expires_at });

  const at = '2027-01-14T08:00:00Z';
  const { announcement: ad, conversation } = await makeConversation(db, {
    owner,
    participant: other,
    description: 'Startgrupp 2',
    written: [
      { by: other, text: secretText('bo-till-anna'), at },
      { by: owner, text: secretText('anna-till-bo'), at, isRead: false },
    ],
  });
  const firstMessage = { announcement_id: ad.id, message_text: secretText('cia-till-anna') };
  await call(app, 'rest', 'marketplace.conversations.send', third, firstMessage);
  const hiddenAd = await makeAnnouncement(db, {
    user_id: owner.id,
    is_active: false,
    description: secretText('vilande'),
  });
  const adOfThird = await makeAnnouncement(db, { user_id: third.id });
  const adOfSuspended = await makeAnnouncement(db, { user_id: suspended.id });
  const report = await makeReport(db, { by: other, about: owner, description: secretText('anmälan') });
  const submission = await makeSubmission(db, {
    submitter_name: secretText('förslag'),
    submitter_email: 'f@hemlig-f.example',
  });
  const message = await makeMessage(db, { message: secretText('fråga'), email: 'k@hemlig-k.example' });
  const [{ id: messageId = '' } = {}] = await app.sql<{ id: string }[]>`select id from messages limit 1`;
  const links = {
    reset: await newResetToken(app, owner.email),
    verification: await newVerificationToken(app, unverified.email),
  };

  // Used just now, because a call stores the last use once an hour.
  const organiser = await makeOrganiser(db, { last_used_at: TODAY.toISOString() });
  const { series_id } = organiser;
  const organiserRevoked = await makeOrganiser(db, { series_id, revoked_at: TODAY.toISOString() });
  const organiserExpired = await makeOrganiser(db, { series_id, expires_at: TODAY.toISOString() });

  const activeMembers = { owner, other, third, member };
  const principals: Principal[] = [
    { name: 'visitor', headers: {} },
    ...Object.entries(activeMembers).map(([name, caller]) => ({
      name,
      headers: caller.headers,
      member: caller,
    })),
    { name: 'organiser', headers: organiser.headers, organiser },
    { name: 'admin', headers: admin.headers, admin },
    { name: 'admin, unconfirmed', headers: unconfirmed.headers, admin: unconfirmed, isUnconfirmed: true },
    { name: 'first admin', headers: generated.headers, admin: generated, hasGeneratedPassword: true },
    ...Object.entries({ suspended, deleted, expired, reset, loggedOut }).map(([name, caller]) => ({
      name,
      headers: caller.headers,
    })),
    { name: 'unverified', headers: bearer(insertedToken) },
    ...Object.entries({
      ...{ adminExpired, adminReset, adminLoggedOut, adminDeleted },
      ...{ organiserRevoked, organiserExpired },
    }).map(([name, caller]) => ({ name, headers: caller.headers })),
  ];
  const hashes = [password_hash, adminHash];

  const uploadResponse = await upload(app, admin, png());
  return {
    ...activeMembers,
    suspended,
    admin,
    organiser,
    principals,
    invalidPrincipals: await invalidPrincipalsFor(owner, admin, links),
    secrets: secretsOf(activeMembers, [suspended, deleted, unverified]),
    hashes,
    ad,
    hiddenAd,
    adOfThird,
    adOfSuspended,
    nonAdIds: [
      conversation.id,
      messageId,
      report.id,
      submission.id,
      message.id,
      ad.event_id ?? '',
      owner.id,
      admin.id,
    ],
    uploadName: uploadResponse.body.file_url.split('/').at(-1) ?? '',
    callerFor: async (operation, principal) => {
      const { member, admin } = principal;
      if (admin && CHANGES_OWN_LOGIN.test(operation)) {
        const own = await makeAdminNamed(Bun.randomUUIDv7());
        await db
          .update(adminSessions)
          .set({ confirmed_at: TODAY.toISOString() })
          .where(eq(adminSessions.admin_id, own.id));
        return { ...principal, admin: own, headers: own.headers };
      }
      if (!ENDS_SESSION.test(operation)) return principal;
      const token = newToken();
      const session = { token_hash: hashToken(token), expires_at };
      // Deleting an account uses up the account, so create another one.
      const account = operation.endsWith('.logout') ? member : await makeAccount(db, { password_hash });
      if (member && account) await db.insert(sessions).values({ ...session, user_id: account.id });
      // A change of password needs an admin of its own, because the others must still be able to log in.
      if (admin && operation.endsWith('.changePassword'))
        return { ...principal, headers: (await makeAdminNamed(Bun.randomUUIDv7())).headers };
      if (admin)
        await db
          .insert(adminSessions)
          .values({ ...session, admin_id: admin.id, confirmed_at: TODAY.toISOString() });
      return { ...principal, headers: bearer(token) };
    },
  };
}
