import type { Db } from '#src/platform/database.ts';
import { signStopLink } from '#src/platform/mail/unconfirmed.ts';
import { newDataLinkToken, newResetToken, newVerificationToken, PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_ACTION_CASES, FILE_ACTION_CASES, type Input } from '#tests/support/admin-actions.ts';
import { makeReport } from '#tests/support/admin-market.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount, makeAdmin, makeAnnouncement, makeEvent, makeSeries } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { newStatementToken } from '#tests/support/moderation.ts';
import { makeEdition, makeOrganiser } from '#tests/support/organisers.ts';
import { makeWatch, newConfirmToken, newMatchToken } from '#tests/support/watches.ts';
import type { Principal } from './principals.ts';
import { CHANGES_OWN_LOGIN, cheapHash, type World } from './world.ts';

/**
 * `relatedMemberIds` are the members with a special role on the record: its owner, or the parties of the conversation.
 * `isAbsent` means that 404 is expected: the record does not exist, or the caller cannot see it.
 */
export type Attempt = {
  input?: Input;
  query?: string;
  file?: File;
  relatedMemberIds?: string[];
  isAbsent?: boolean;
};

const EVENT = { event_name: 'Loppet', event_date: '2099-05-22', distances: '10 km', sport_type: 'Löpning' };
const NEW_PASSWORD = 'Annat-losen1';
const AD_EDIT = { price: 1, name_change_fee: 0, description: 'Övertagen' };
const MESSAGE_INPUT = { message_text: 'Jag är någon annan' };
const DEAL_INPUT = { step: 'agreed', done: true };

const newAddress = () => `${Bun.randomUUIDv7()}@example.se`;
const registeredEmail = async (db: Db) =>
  (
    await makeAccount(db, {
      email: newAddress(),
      username: newAddress(),
      password_hash: await cheapHash(PASSWORD),
    })
  ).email;
const unverifiedEmail = async (db: Db) =>
  (await makeAccount(db, { email: newAddress(), username: newAddress(), is_verified: false })).email;

const makeDataLink = async (app: TestApp) => {
  const { db } = app.context.database;
  const { email } = await makeAccount(db, {
    email: newAddress(),
    username: newAddress(),
    is_suspended: true,
  });
  return { token: await newDataLinkToken(app, email) };
};

const manageToken = async (app: TestApp) => ({ token: (await makeWatch(app)).manageToken });
const watchByLink = async (app: TestApp) => {
  const { id, manageToken: token } = await makeWatch(app);
  return { token, id, cadence: 'weekly' };
};
const stopToken = async ({ context }: TestApp) => ({
  token: await signStopLink(context.config, 'ab'.repeat(32)),
});
const endToken = async (app: TestApp) => ({ token: (await makeWatch(app)).endToken });
/** Of the caller. Of nobody in particular for those who may not call. */
const ownWatch: MakeInput = async (app, _, principal) => {
  const member = principal?.member;
  const { id } = await makeWatch(app, member && { owner: { user_id: member.id } });
  return { id, cadence: 'weekly' };
};

type MakeInput = (app: TestApp, world: World, principal?: Principal) => Promise<Input> | Input;

/** Inputs of public and member operations, created for each call. Other operations need no input. */
const PUBLIC_AND_MEMBER_INPUTS: Record<string, MakeInput> = {
  'public.contact.sendMessage': () => ({
    name: 'Gäst',
    email: 'gast@example.se',
    subject: 'Fråga',
    message: 'Hej',
  }),
  'public.notices.create': (_, { ad }) => ({
    url: `/marketplace/annons/${ad.order_number}`,
    explanation: 'Falsk annons',
    name: 'Gäst',
    email: 'gast@example.se',
    good_faith: true,
  }),
  'public.statements.get': async (app) => ({ token: await newStatementToken(app) }),
  'public.statements.object': async (app) => ({ token: await newStatementToken(app), text: 'Nej' }),
  'public.watches.create': async ({ context }) => ({
    kind: 'event',
    event_id: (await makeEvent(context.database.db)).id,
    cadence: 'daily',
    email: newAddress(),
  }),
  'public.watches.confirm': async (app) => ({ token: await newConfirmToken(app) }),
  'public.watches.list': manageToken,
  'public.watches.removeAll': manageToken,
  'public.watches.pause': manageToken,
  'public.watches.renew': manageToken,
  'public.watches.data': manageToken,
  'public.watches.erase': manageToken,
  'public.watches.update': watchByLink,
  'public.watches.remove': watchByLink,
  'public.mailStops.get': stopToken,
  'public.mailStops.stop': stopToken,
  'public.mailStops.resume': stopToken,
  'public.watches.ofMail': endToken,
  'public.watches.end': endToken,
  'public.watches.matchAlerts': async (app, { ad }) => ({ token: await newMatchToken(app, ad) }),
  'public.watches.turnOffMatchAlerts': async (app, { ad }) => ({
    token: await newMatchToken(app, ad),
    scope: 'ad',
  }),
  'public.submissions.submit': () => ({
    ...EVENT,
    submitter_name: 'Gäst',
    submitter_email: 'gast@example.se',
  }),
  'public.views.count': (_, { ad }) => ({ id: ad.event_id }),
  'public.events.get': (_, { ad }) => ({ id: ad.event_id }),
  'public.series.get': async ({ context }) => ({ slug: (await makeSeries(context.database.db)).slug }),
  'marketplace.accounts.register': () => ({
    email: newAddress(),
    full_name: 'Ny Person',
    phone_number: '070-1',
    password: PASSWORD,
    confirm_password: PASSWORD,
  }),
  'marketplace.accounts.login': async ({ context }) => ({
    email: await registeredEmail(context.database.db),
    password: PASSWORD,
  }),
  'marketplace.accounts.verify': async (app) => ({
    token: await newVerificationToken(app, await unverifiedEmail(app.context.database.db)),
  }),
  'marketplace.accounts.resetPassword': async (app) => ({
    token: await newResetToken(app, await registeredEmail(app.context.database.db)),
    new_password: NEW_PASSWORD,
  }),
  'marketplace.accounts.forgotPassword': (_, { owner }) => ({ email: owner.email }),
  'marketplace.accounts.resendVerification': (_, { owner }) => ({ email: owner.email }),
  'marketplace.accounts.updateProfile': (_, __, principal) => ({
    full_name: 'Nytt Namn',
    phone_number: principal?.member?.phone_number ?? '070-2',
  }),
  'marketplace.privacy.dataByLink': makeDataLink,
  'marketplace.privacy.deleteByLink': makeDataLink,
  'marketplace.privacy.mailLink': (_, { suspended }) => ({ email: suspended.email }),
  'marketplace.privacy.deleteAccount': () => ({ password: PASSWORD }),
  'marketplace.announcements.create': async ({ context }) => ({
    announcement_type: 'sale',
    event_id: (await makeEvent(context.database.db)).id,
    distance: '10 km',
    price: 100,
  }),
  // Members with nothing in common: a block would refuse the other calls of this proof.
  'marketplace.blocks.create': async ({ context }) => ({
    user_id: (await makeAccount(context.database.db)).id,
  }),
  'marketplace.blocks.delete': async ({ context }) => ({
    user_id: (await makeAccount(context.database.db)).id,
  }),
  'marketplace.watches.count': (_, { ad }) => ({ event_id: ad.event_id, announcement_type: 'sale' }),
  'marketplace.watches.remove': ownWatch,
  'marketplace.watches.update': ownWatch,
  'marketplace.reports.create': (_, { suspended }) => ({
    reported_user_id: suspended.id,
    reason: 'spam',
    description: 'x',
  }),
};

const ADMIN_QUERY_INPUTS: Record<string, MakeInput> = {
  'admin.accounts.get': (_, { owner }) => ({ id: owner.id }),
  'admin.announcements.get': (_, { ad }) => ({ id: ad.id }),
  'admin.audit.list': () => ({}),
  'admin.links.list': () => ({}),
  'admin.revisions.list': (_, { ad }) => ({ id: ad.event_id }),
  'admin.sessions.list': () => ({}),
  'admin.watches.get': (_, { owner }) => ({ email: owner.email }),
  'admin.reports.get': async ({ context }, { owner, other }) =>
    makeReport(context.database.db, { by: other, about: owner }).then(({ id }) => ({ id })),
  'admin.organisers.list': (_, { organiser }) => ({ id: organiser.series_id }),
  'admin.events.findPlace': () => ({ ort: 'Mora' }),
};

const WILDCARD_PATHS: Record<string, (world: World) => string> = {
  'ALL /uploads/*': ({ uploadName }) => uploadName,
  'ALL /*': () => 'marketplace',
  'ALL /api/*': () => 'admin',
  'ALL /trpc/*': () => 'admin.nothing',
};

const OWN_AD_INPUTS: Record<string, Input> = {
  'marketplace.announcements.update': AD_EDIT,
  'marketplace.announcements.complete': {},
  'marketplace.announcements.renew': {},
  'marketplace.announcements.endReservation': {},
  'marketplace.announcements.delete': {},
};

/** Includes ids of other kinds of records. Whether a call succeeds depends only on who makes it. */
async function attemptsOnSharedRecords(
  app: TestApp,
  world: World,
  name: string,
  principal?: Principal,
): Promise<Attempt[]> {
  const { ad, hiddenAd, adOfThird, adOfSuspended, owner, other, third, suspended, nonAdIds } = world;
  if (name in OWN_AD_INPUTS) {
    const input = (id: string) => ({ id, ...OWN_AD_INPUTS[name] });
    return [
      ...[ad, hiddenAd, adOfThird, adOfSuspended].map(({ id, user_id }) => ({
        input: input(id),
        relatedMemberIds: [user_id],
      })),
      ...nonAdIds.map((id) => ({ input: input(id), isAbsent: true })),
    ];
  }
  if (name === 'marketplace.announcements.reserve') {
    const input = (id: string) => ({ id, other_user_id: other.id });
    return [
      { input: input(ad.id), relatedMemberIds: [ad.user_id] },
      ...nonAdIds.map((id) => ({ input: input(id), isAbsent: true })),
    ];
  }
  if (/^marketplace\.conversations\.(open|reply|setDealStep)$/.test(name)) {
    const conversationInput = (announcement_id: string, other_user_id: string) => ({
      announcement_id,
      other_user_id,
      ...MESSAGE_INPUT,
      ...DEAL_INPUT,
    });
    return [
      { input: conversationInput(ad.id, owner.id), relatedMemberIds: [other.id, third.id] },
      { input: conversationInput(ad.id, other.id), relatedMemberIds: [owner.id] },
      { input: conversationInput(ad.id, third.id), relatedMemberIds: [owner.id] },
      { input: conversationInput(ad.id, suspended.id), isAbsent: true },
      { input: conversationInput(adOfThird.id, owner.id), isAbsent: true },
      { input: conversationInput(hiddenAd.id, owner.id), isAbsent: true },
      ...nonAdIds.map((id) => ({ input: conversationInput(id, owner.id), isAbsent: true })),
    ];
  }
  if (name === 'marketplace.conversations.send') {
    return [
      { input: { announcement_id: ad.id, ...MESSAGE_INPUT }, relatedMemberIds: [owner.id] },
      ...nonAdIds.map((id) => ({ input: { announcement_id: id, ...MESSAGE_INPUT }, isAbsent: true })),
    ];
  }
  if (name === 'organiser.events.view') return [{}];
  if (name.startsWith('organiser.events.')) {
    const { db } = app.context.database;
    const own = await makeEdition(db, world.organiser.series_id);
    const foreign = await makeEdition(db, (await makeOrganiser(db)).series_id);
    return [
      { input: { id: own.id, sold_out: true } },
      { input: { id: foreign.id, sold_out: true }, isAbsent: true },
    ];
  }
  if (name.includes(' ')) return [{ input: { path: WILDCARD_PATHS[name]?.(world) ?? '' } }];
  const fileCases = FILE_ACTION_CASES[name];
  if (fileCases)
    return Promise.all(
      fileCases.map(async ({ query, file }) => ({ query, file: await file?.(world.admin, app) })),
    );
  const adminCases = ADMIN_ACTION_CASES[name];
  if (adminCases) {
    const inputs = [];
    const { db } = app.context.database;
    // Without a caller, nobody may call: the records are those of an admin of their own.
    const admin = CHANGES_OWN_LOGIN.test(name) ? (principal?.admin ?? (await makeAdmin(db))) : world.admin;
    for (const { input } of adminCases) inputs.push({ input: await input?.(db, admin, app) });
    return inputs;
  }
  return [
    { input: await (PUBLIC_AND_MEMBER_INPUTS[name] ?? ADMIN_QUERY_INPUTS[name])?.(app, world, principal) },
  ];
}

const attemptsByWorld = new WeakMap<World, Map<string, Promise<Attempt[]>>>();
/** Created once for a world, because refused calls do not change it. */
export function sharedAttemptsOnce(app: TestApp, world: World, name: string): Promise<Attempt[]> {
  const attemptsByOperation = attemptsByWorld.get(world) ?? new Map<string, Promise<Attempt[]>>();
  attemptsByWorld.set(world, attemptsByOperation);
  const attempts = attemptsByOperation.get(name) ?? attemptsOnSharedRecords(app, world, name);
  attemptsByOperation.set(name, attempts);
  return attempts;
}

// In one transaction, because concurrent reads of the inbox expect a conversation to have messages.
const makeAdWithConversation = (db: Db, owner: Member, participant: Member) =>
  db.transaction(async (tx) => {
    const written = [{ by: participant, text: 'Hej', at: '2027-01-14T08:00:00Z' }];
    return (await makeConversation(tx, { owner, participant, written })).announcement;
  });

/** These must succeed for this principal, each on a new record of their own. */
export async function attemptsOnOwnRecords(
  app: TestApp,
  world: World,
  name: string,
  principal: Principal,
): Promise<Attempt[]> {
  const { member } = principal;
  const { db } = app.context.database;
  if (name.startsWith('organiser.'))
    return (await attemptsOnSharedRecords(app, world, name)).filter(({ isAbsent }) => !isAbsent);
  if (name in OWN_AD_INPUTS)
    return [
      { input: { id: (await makeAnnouncement(db, { user_id: member?.id })).id, ...OWN_AD_INPUTS[name] } },
    ];
  if (name === 'marketplace.announcements.reserve') {
    const owner = member ?? world.owner;
    const participant = owner.id === world.other.id ? world.third : world.other;
    const announcement = await makeAdWithConversation(db, owner, participant);
    return [{ input: { id: announcement.id, other_user_id: participant.id } }];
  }
  if (name.startsWith('marketplace.conversations.')) {
    const [owner, participant] =
      member?.id === world.owner.id ? [world.owner, world.other] : [world.owner, member ?? world.other];
    if (name.endsWith('.send'))
      return [{ input: { announcement_id: (await makeAnnouncement(db)).id, ...MESSAGE_INPUT } }];
    if (!/open|reply|setDealStep/.test(name)) return [{}];
    const announcement = await makeAdWithConversation(db, owner, participant);
    const other_user_id = member?.id === owner.id ? participant.id : owner.id;
    return [{ input: { announcement_id: announcement.id, other_user_id, ...MESSAGE_INPUT, ...DEAL_INPUT } }];
  }
  return attemptsOnSharedRecords(app, world, name, principal);
}
