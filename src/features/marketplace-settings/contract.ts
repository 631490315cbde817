import * as v from 'valibot';
import { fields, LONG, list, SHORT, text } from '../../shared/fields';
import { oneLine } from '../../shared/text';

/** The warning is sanitized HTML. */
export const MarketplaceSettings = v.object({
  info_box_title: v.string(),
  info_box_steps: v.array(v.string()),
  info_box_warning: v.string(),
});
export type MarketplaceSettings = v.InferOutput<typeof MarketplaceSettings>;

export const STEPS_MAX = 20;
/** More steps may be sent than stored, because empty ones are dropped before they are counted. */
const STEPS_SENT_MAX = 5 * STEPS_MAX;
const TOO_MANY_STEPS = 'settings.too_many_steps';

const settingText = (max: number) => v.pipe(text(), v.trim(), v.maxLength(max, 'request.too_long'));

/** `shown` is the info box that the admin started from. Without it the last write wins. */
export const MarketplaceSettingsInput = fields({
  info_box_title: v.pipe(settingText(SHORT), v.transform(oneLine)),
  info_box_steps: v.pipe(
    list(v.pipe(settingText(LONG), v.transform(oneLine)), STEPS_SENT_MAX, TOO_MANY_STEPS),
    v.transform((steps) => steps.filter(Boolean)),
    v.maxLength(STEPS_MAX, TOO_MANY_STEPS),
  ),
  info_box_warning: settingText(LONG),
  shown: v.nullish(
    fields({
      info_box_title: text(),
      info_box_steps: list(text(), STEPS_SENT_MAX, TOO_MANY_STEPS),
      info_box_warning: text(),
    }),
    null,
  ),
});
export type MarketplaceSettingsInput = v.InferOutput<typeof MarketplaceSettingsInput>;
