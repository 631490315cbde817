import type { AdminContext } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { toPublic } from '../service.ts';
import { rulesForDistances } from '../transfer/rules.ts';
import type { AdminEvent } from './contract.ts';
import * as store from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof store.findAdminEvent>>>;

/** Can be saved as it is: rules about distances that an import has removed are left out. */
const toAdmin = ({ place_source, ...row }: Row, today: string): AdminEvent => ({
  ...row,
  ...toPublic(row, today),
  ...rulesForDistances(row, row.distances),
  is_approximate: place_source === 'landskap',
  is_manual: place_source === 'admin',
});

export async function listAdminEvents(ctx: AdminContext): Promise<AdminEvent[]> {
  const today = dayInStockholm(ctx.now());
  return (await store.findAdminEvents(ctx.database.db, today)).map((row) => toAdmin(row, today));
}

/** The editions of a series, the latest first. */
export async function listEditions(
  db: Reader,
  ctx: Pick<AdminContext, 'now'>,
  seriesId: string,
): Promise<AdminEvent[]> {
  const today = dayInStockholm(ctx.now());
  return (await store.findAdminEditions(db, seriesId, today)).map((row) => toAdmin(row, today));
}

/** In no particular order. Unknown ids are left out. */
export async function listEventsWith(
  db: Reader,
  ctx: Pick<AdminContext, 'now'>,
  ids: readonly string[],
): Promise<AdminEvent[]> {
  const today = dayInStockholm(ctx.now());
  return (await store.findAdminEventsWith(db, ids, today)).map((row) => toAdmin(row, today));
}

export async function readEvent(db: Reader, ctx: Pick<AdminContext, 'now'>, id: string): Promise<AdminEvent> {
  const today = dayInStockholm(ctx.now());
  const event = await store.findAdminEvent(db, id, today);
  if (!event) throw new AppError('event.not_found');
  return toAdmin(event, today);
}
