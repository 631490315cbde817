import { recordAction } from '#src/features/audit/service.ts';
import { cleanHtml } from '#src/platform/clean-html.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import { LONG } from '#src/shared/fields.ts';
import type { MarketplaceSettings, MarketplaceSettingsInput } from './contract.ts';
import { DEFAULT_SETTINGS } from './rules.ts';
import { findSettings, lockSettings, upsertSettings } from './store.ts';

export function readSettings(ctx: Context): Promise<MarketplaceSettings> {
  return settingsIn(ctx.database.db);
}

export async function findDisabledAdvice(db: Reader): Promise<readonly string[]> {
  return (await settingsIn(db)).disabled_advice;
}

const settingsIn = async (db: Reader) => (await findSettings(db)) ?? DEFAULT_SETTINGS;

export async function updateSettings(
  ctx: AdminContext,
  { shown, disabled_advice, ...input }: MarketplaceSettingsInput,
): Promise<MarketplaceSettings> {
  const info_box_warning = cleanHtml(input.info_box_warning);
  // Sanitizing can make the text longer. Saving the stored text again must not fail.
  if (info_box_warning.length > LONG) throw new AppError('request.too_long');
  return ctx.database.db.transaction(async (tx) => {
    await lockSettings(tx);
    const current = await settingsIn(tx);
    const shownSettings = shown && {
      ...shown,
      disabled_advice: shown.disabled_advice ?? current.disabled_advice,
    };
    if (shownSettings && !Bun.deepEquals(shownSettings, current)) throw new AppError('settings.changed');
    const stored = await upsertSettings(tx, {
      ...input,
      info_box_warning,
      disabled_advice: disabled_advice ?? current.disabled_advice,
    });
    await recordAction(tx, ctx, 'settings.update', { id: null, name: stored.info_box_title || null });
    return stored;
  });
}
