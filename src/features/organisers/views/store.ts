import { lt, sql } from 'drizzle-orm';
import { pageViews } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import type { DayViews } from './counter.ts';

/** In the same order everywhere, so that instances do not deadlock. Unknown events are left out. */
export async function addViews(db: Db, views: readonly DayViews[]): Promise<void> {
  await db.execute(sql`
    insert into page_views as stored (event_id, day, views)
    select added.event_id, added.day, added.views
    from json_to_recordset(${JSON.stringify(views)}::text::json) as added(event_id uuid, day date, views int)
    join events on events.id = added.event_id
    order by added.event_id, added.day
    on conflict (event_id, day) do update set views = stored.views + excluded.views`);
}

export async function deleteBefore(db: Db, day: string): Promise<void> {
  await db.delete(pageViews).where(lt(pageViews.day, day));
}
