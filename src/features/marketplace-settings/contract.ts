import * as v from 'valibot';

/** The info box of Startplatsmarknaden (section 3). The warning is cleaned HTML (D20). */
export const MarketplaceSettings = v.object({
  info_box_title: v.string(),
  info_box_steps: v.array(v.string()),
  info_box_warning: v.string(),
});
export type MarketplaceSettings = v.InferOutput<typeof MarketplaceSettings>;
