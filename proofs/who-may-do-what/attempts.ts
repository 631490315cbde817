import type { Db } from '#src/platform/database.ts';
import { ADMIN_ACTION_CASES, FILE_ACTION_CASES, type Input } from '#tests/support/admin-actions.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAdmin, makeAnnouncement } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { makeEdition, makeOrganiser } from '#tests/support/organisers.ts';
import {
  ADMIN_QUERY_INPUTS,
  DEAL_INPUT,
  MESSAGE_INPUT,
  OWN_AD_INPUTS,
  PUBLIC_AND_MEMBER_INPUTS,
  WILDCARD_PATHS,
} from './inputs.ts';
import type { Principal } from './principals.ts';
import { CHANGES_OWN_LOGIN, type World } from './world.ts';

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
