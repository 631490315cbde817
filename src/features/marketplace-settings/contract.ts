import * as v from 'valibot';
import { fields, LONG, list, SHORT, text } from '#src/shared/fields.ts';
import { oneLine } from '#src/shared/text.ts';

/** The rules by which readers of conversations get advice. An admin can switch each of them off. */
export const ADVICE_KEYS = ['link', 'payment_word', 'low_price', 'early_payment'] as const;
export type AdviceKey = (typeof ADVICE_KEYS)[number];

/** The warning is sanitized HTML. `disabled_advice` has the advice rules that are switched off. */
export const MarketplaceSettings = v.object({
  info_box_title: v.string(),
  info_box_steps: v.array(v.string()),
  info_box_warning: v.string(),
  disabled_advice: v.array(v.string()),
});
export type MarketplaceSettings = v.InferOutput<typeof MarketplaceSettings>;

export const STEPS_MAX = 20;
/** More steps may be sent than stored, because empty ones are dropped before they are counted. */
const STEPS_SENT_MAX = 5 * STEPS_MAX;
const TOO_MANY_STEPS = 'settings.too_many_steps';

const settingText = (max: number) => v.pipe(text(), v.trim(), v.maxLength(max, 'request.too_long'));

const ADVICE_SENT_MAX = 20;
const UNKNOWN_ADVICE = 'settings.advice';

/**
 * Without `disabled_advice` it stays as it is. `shown` has the settings that the admin started from. Without it the
 * last write wins.
 */
export const MarketplaceSettingsInput = fields({
  info_box_title: v.pipe(settingText(SHORT), v.transform(oneLine)),
  info_box_steps: v.pipe(
    list(v.pipe(settingText(LONG), v.transform(oneLine)), STEPS_SENT_MAX, TOO_MANY_STEPS),
    v.transform((steps) => steps.filter(Boolean)),
    v.maxLength(STEPS_MAX, TOO_MANY_STEPS),
  ),
  info_box_warning: settingText(LONG),
  disabled_advice: v.nullish(
    v.pipe(
      list(v.picklist(ADVICE_KEYS, UNKNOWN_ADVICE), ADVICE_SENT_MAX, UNKNOWN_ADVICE),
      v.transform((keys) => ADVICE_KEYS.filter((key) => keys.includes(key))),
    ),
    null,
  ),
  shown: v.nullish(
    fields({
      info_box_title: text(),
      info_box_steps: list(text(), STEPS_SENT_MAX, TOO_MANY_STEPS),
      info_box_warning: text(),
      disabled_advice: v.nullish(list(text(UNKNOWN_ADVICE), ADVICE_SENT_MAX, UNKNOWN_ADVICE), null),
    }),
    null,
  ),
});
export type MarketplaceSettingsInput = v.InferOutput<typeof MarketplaceSettingsInput>;
