import * as v from 'valibot';

/** A banner of the carousel (section 3). Shown is `file_url` or `external_url`; a click leads to `link_url` (D35). */
export const PublicBanner = v.object({
  id: v.string(),
  title: v.string(),
  description: v.nullable(v.string()),
  external_url: v.nullable(v.string()),
  file_url: v.nullable(v.string()),
  link_url: v.nullable(v.string()),
  file_type: v.picklist(['image', 'video']),
  is_active: v.boolean(),
  order_index: v.number(),
  created_at: v.string(),
});
export type PublicBanner = v.InferOutput<typeof PublicBanner>;
