import { sql } from 'drizzle-orm';
import { marketplaceSettings } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { MarketplaceSettings } from './contract.ts';

const COLUMNS = {
  info_box_title: marketplaceSettings.info_box_title,
  info_box_steps: marketplaceSettings.info_box_steps,
  info_box_warning: marketplaceSettings.info_box_warning,
  disabled_advice: marketplaceSettings.disabled_advice,
};

export function findSettings(db: Reader) {
  return atMostOne(db.select(COLUMNS).from(marketplaceSettings));
}

/** Locks the table, because that works even if there is no row yet. */
export async function lockSettings(db: Reader): Promise<void> {
  await db.execute(sql`lock table ${marketplaceSettings} in share row exclusive mode`);
}

export async function upsertSettings(db: Db, settings: MarketplaceSettings): Promise<MarketplaceSettings> {
  return exactlyOne(
    db
      .insert(marketplaceSettings)
      .values(settings)
      .onConflictDoUpdate({ target: marketplaceSettings.only, set: settings })
      .returning(COLUMNS),
  );
}
