import { storeCopy } from '#src/features/events/admin/service.ts';
import { listEditions } from '#src/features/events/admin-view/service.ts';
import { changeFields, lockEvents } from '#src/features/events/changes/service.ts';
import type { ColumnValues } from '#src/features/events/contract.ts';
import { DIRECT_FIELD_NAMES, REVIEWED_FIELD_NAMES } from '#src/features/events/fields.ts';
import { pathOf } from '#src/features/events/series/rules.ts';
import { findSeries, lockSeries } from '#src/features/events/series/service.ts';
import { rulesForDistances } from '#src/features/events/transfer/rules.ts';
import type { OrganiserContext } from '#src/platform/context.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OrganiserCopy, OrganiserEvent, OrganiserUpdate, OrganiserView } from '../contract.ts';
import { checkChange, copyDateError, differencesOf, spelledAsPublished, VIEW_DAYS } from '../rules.ts';
import * as store from './store.ts';

const todayOf = ({ now }: Pick<OrganiserContext, 'now'>) => dayInStockholm(now());

export async function readOrganiserView(ctx: OrganiserContext): Promise<OrganiserView> {
  const { email, expires_at, series_id } = ctx.organiser;
  const { id, name, slug } = await findSeries(ctx.database.db, series_id);
  return { email, expires_at, series: { id, name, url: pathOf(slug) }, events: await listEvents(ctx) };
}

async function listEvents(ctx: OrganiserContext): Promise<OrganiserEvent[]> {
  const { db } = ctx.database;
  const today = todayOf(ctx);
  const editions = await listEditions(db, ctx, ctx.organiser.series_id);
  const ids = editions.map(({ id }) => id);
  if (ids.length === 0) return [];
  const views = Map.groupBy(
    await store.findViews(db, ids, addDaysTo(today, 1 - VIEW_DAYS)),
    ({ event_id }) => event_id,
  );
  const numbers = new Map((await store.findNumbers(db, ids, today)).map(({ id, ...row }) => [id, row]));
  const pending = await store.findPendingOf(db, ctx.organiser.id);
  const proposals = new Map(pending.map(({ event_id, ...row }) => [event_id, row]));
  const nobody = { watchers: 0, selling: 0, seeking: 0 };
  return editions.map((edition) => ({
    ...edition,
    ...(numbers.get(edition.id) ?? nobody),
    views: (views.get(edition.id) ?? []).map(({ day, views }) => ({ day, views })),
    proposal: proposals.get(edition.id) ?? null,
  }));
}

/** Locks the event. Those of other series are not found. */
async function lockOwnEvent(tx: Db, { organiser }: OrganiserContext, id: string) {
  const event = await atMostOne(lockEvents(tx, [id]));
  if (event?.series_id !== organiser.series_id) throw new AppError('event.not_found');
  return event;
}

/** Direct fields act at once, the others become one proposal. Throws the errors of admins' updates. */
export async function updateOwnEvent(
  ctx: OrganiserContext,
  { id, version, ...input }: OrganiserUpdate,
): Promise<OrganiserEvent> {
  const today = todayOf(ctx);
  await ctx.database.db.transaction(async (tx) => {
    const event = await lockOwnEvent(tx, ctx, id);
    if (version !== null && version !== event.version) throw new AppError('event.changed');
    // Rules for distances that are gone would refuse every change.
    const stored = { ...event, ...rulesForDistances(event, event.distances) };
    const sent = definedOf(input);
    const direct = differencesOf(
      stored,
      spelledAsPublished(stored, pickOf(sent, DIRECT_FIELD_NAMES)),
      DIRECT_FIELD_NAMES,
    );
    checkChange(stored, direct, today);
    const changed = { ...stored, ...direct };
    if (REVIEWED_FIELD_NAMES.some((name) => name in sent)) {
      const reviewed = spelledAsPublished(changed, pickOf(sent, REVIEWED_FIELD_NAMES));
      const after = differencesOf(changed, reviewed, REVIEWED_FIELD_NAMES);
      checkChange(changed, withKnownDistances(changed, after), today);
      await store.replaceProposal(tx, ctx.organiser, {
        event_id: id,
        before: pickOf(changed, Object.keys(after)),
        after,
        created_at: ctx.now().toISOString(),
      });
    }
    if (Object.keys(direct).length > 0)
      await changeFields(tx, today, [{ id, fields: { ...direct, organizer_confirmed_on: today } }]);
  });
  return readOwnEvent(ctx, id);
}

const definedOf = (input: object): ColumnValues =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

const pickOf = (values: object, names: readonly string[]): ColumnValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

type StoredRules = Parameters<typeof rulesForDistances>[0];

/** With new distances, the rules and prices for those that disappear do too. */
const withKnownDistances = (event: StoredRules, changes: ColumnValues) =>
  Array.isArray(changes.distances) ? { ...changes, ...rulesForDistances(event, changes.distances) } : changes;

/** The organiser says that everything is right. */
export async function confirmOwnEvent(ctx: OrganiserContext, id: string): Promise<OrganiserEvent> {
  const today = todayOf(ctx);
  await ctx.database.db.transaction(async (tx) => {
    const event = await lockOwnEvent(tx, ctx, id);
    if (event.organizer_confirmed_on !== today)
      await changeFields(tx, today, [{ id, fields: { organizer_confirmed_on: today } }]);
  });
  return readOwnEvent(ctx, id);
}

/**
 * The same copy as an admin's. A date from the organiser counts as confirmed, a guessed one does not. Throws
 * `event.exists` for a copy that the series has already, such as after a double click.
 */
export async function copyOwnEvent(
  ctx: OrganiserContext,
  { id, event_date }: OrganiserCopy,
): Promise<OrganiserEvent> {
  const today = todayOf(ctx);
  const copyId = await ctx.database.db.transaction(async (tx) => {
    // Before the event, as everywhere. Two copies at once wait for one another.
    await lockSeries(tx);
    const original = await lockOwnEvent(tx, ctx, id);
    const errorCode = event_date && copyDateError(event_date, original.event_date, today);
    if (errorCode) throw new AppError(errorCode);
    const copy = await storeCopy(tx, ctx, { id, event_date });
    const { event_name } = copy.row;
    const same = { event_date: copy.row.event_date, event_name, exceptId: copy.id };
    if (await store.hasEventOn(tx, ctx.organiser.series_id, same)) throw new AppError('event.exists');
    if (event_date)
      await changeFields(tx, today, [{ id: copy.id, fields: { organizer_confirmed_on: today } }]);
    return copy.id;
  });
  return readOwnEvent(ctx, copyId);
}

async function readOwnEvent(ctx: OrganiserContext, id: string): Promise<OrganiserEvent> {
  const event = (await listEvents(ctx)).find((one) => one.id === id);
  if (!event) throw new AppError('event.not_found');
  return event;
}
