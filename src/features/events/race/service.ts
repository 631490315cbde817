import type { Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { boxOfRadius, kilometresBetween } from '#src/shared/geo.ts';
import type { PublicEvent } from '../contract.ts';
import { toListed } from '../list/contract.ts';
import { isUpcoming } from '../rules.ts';
import { toPublic } from '../service.ts';
import { findByIds } from '../store.ts';
import type { Located, RacePage } from './contract.ts';
import * as store from './store.ts';

const NEAR_KILOMETRES = 60;
const NEAR_MAX = 4;

/** Undefined if there is no such race. */
export async function findRaceAt(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  path: string,
): Promise<RacePage | undefined> {
  const today = dayInStockholm(now());
  const [, slug, edition] = /^\/lopp\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (!slug) return undefined;
  const rows = await store.findEditionsAt(db, slug);
  const row =
    edition === undefined
      ? (rows.find((one) => isUpcoming(one, today)) ?? rows.at(-1))
      : rows.find(({ url }) => url === path);
  if (!row) return undefined;
  const event = toPublic(row, today);
  const located = (await store.findPosition(db, event.id)) ?? null;
  return {
    event,
    located,
    editions: rows
      .filter((one) => one !== row)
      .map((one) => toListed(toPublic(one, today)))
      .reverse(),
    near: located ? await findNear(db, event, located, today) : [],
  };
}

async function findNear(
  db: Reader,
  event: PublicEvent,
  located: Located,
  today: string,
): Promise<RacePage['near']> {
  const box = boxOfRadius(located, NEAR_KILOMETRES);
  const near = (await store.findInBox(db, event, box, today))
    .map((other) => ({ id: other.id, kilometres: kilometresBetween(located, other) }))
    .filter(({ kilometres }) => kilometres <= NEAR_KILOMETRES)
    .slice(0, NEAR_MAX);
  const rows = await findByIds(
    db,
    near.map(({ id }) => id),
  );
  return near.flatMap(({ id, kilometres }) => {
    const row = rows.find((one) => one.id === id);
    return row ? [{ event: toListed(toPublic(row, today)), kilometres }] : [];
  });
}

/** Throws `event.not_found`. */
export async function findRace(ctx: Pick<Context, 'database' | 'now'>, path: string): Promise<RacePage> {
  const race = await findRaceAt(ctx, path);
  if (!race) throw new AppError('event.not_found');
  return race;
}
