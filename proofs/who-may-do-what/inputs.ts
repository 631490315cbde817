import type { Db } from '#src/platform/database.ts';
import { signStopLink } from '#src/platform/mail/unconfirmed.ts';
import { newDataLinkToken, newResetToken, newVerificationToken, PASSWORD } from '#tests/support/accounts.ts';
import type { Input } from '#tests/support/admin-actions.ts';
import { makeReport } from '#tests/support/admin-market.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount, makeEvent, makeSeries } from '#tests/support/content.ts';
import { newStatementToken } from '#tests/support/moderation.ts';
import { makeWatch, newConfirmToken, newMatchToken } from '#tests/support/watches.ts';
import type { Principal } from './principals.ts';
import { cheapHash, type World } from './world.ts';

const EVENT = { event_name: 'Loppet', event_date: '2099-05-22', distances: '10 km', sport_type: 'Löpning' };
const NEW_PASSWORD = 'Annat-losen1';
const AD_EDIT = { price: 1, name_change_fee: 0, description: 'Övertagen' };
export const MESSAGE_INPUT = { message_text: 'Jag är någon annan' };
export const DEAL_INPUT = { step: 'agreed', done: true };

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
export const PUBLIC_AND_MEMBER_INPUTS: Record<string, MakeInput> = {
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
  'public.events.past': () => ({ year: '2026' }),
  'public.events.race': async ({ context }) => ({
    path: `/lopp/${(await makeSeries(context.database.db)).slug}/2099`,
  }),
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

export const ADMIN_QUERY_INPUTS: Record<string, MakeInput> = {
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

export const WILDCARD_PATHS: Record<string, (world: World) => string> = {
  'ALL /uploads/*': ({ uploadName }) => uploadName,
  'ALL /*': () => 'marketplace',
  'ALL /api/*': () => 'admin',
  'ALL /trpc/*': () => 'admin.nothing',
};

export const OWN_AD_INPUTS: Record<string, Input> = {
  'marketplace.announcements.update': AD_EDIT,
  'marketplace.announcements.complete': {},
  'marketplace.announcements.renew': {},
  'marketplace.announcements.endReservation': {},
  'marketplace.announcements.delete': {},
};
