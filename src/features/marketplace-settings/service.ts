import { cleanHtml } from '../../platform/clean-html';
import type { AdminContext, Context } from '../../platform/context';
import { AppError } from '../../shared/errors';
import { LONG } from '../../shared/fields';
import { recordAct } from '../audit/service';
import type { MarketplaceSettings, MarketplaceSettingsInput } from './contract';
import { DEFAULT_SETTINGS } from './rules';
import { findSettings, upsertSettings } from './store';

export async function readSettings(ctx: Context): Promise<MarketplaceSettings> {
  return (await findSettings(ctx.database.db)) ?? DEFAULT_SETTINGS;
}

/** Stores the info box with its warning cleaned (D20), and answers it as it is stored. Throws `request.too_long`. */
export async function updateSettings(
  ctx: AdminContext,
  input: MarketplaceSettingsInput,
): Promise<MarketplaceSettings> {
  const info_box_warning = cleanHtml(input.info_box_warning);
  // What links and signs become takes more room: what was stored must be taken again when it is saved once more.
  if (info_box_warning.length > LONG) throw new AppError('request.too_long');
  return ctx.database.db.transaction(async (tx) => {
    const stored = await upsertSettings(tx, { ...input, info_box_warning });
    await recordAct(tx, ctx, 'settings.update', { id: null, name: stored.info_box_title || null });
    return stored;
  });
}
