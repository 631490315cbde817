import { marketplaceSettings } from '../../../db/schema';
import type { Db } from '../../platform/database';

/** The one row of settings, or undefined. */
export async function findSettings(db: Db) {
  const [settings] = await db
    .select({
      info_box_title: marketplaceSettings.info_box_title,
      info_box_steps: marketplaceSettings.info_box_steps,
      info_box_warning: marketplaceSettings.info_box_warning,
    })
    .from(marketplaceSettings);
  return settings;
}
