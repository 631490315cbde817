import * as v from 'valibot';
import { PublicEvent } from '../contract.ts';

export const AdminEvent = v.object({
  ...PublicEvent.entries,
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  is_approximate: v.boolean(),
  is_manual: v.boolean(),
  announcement_count: v.number(),
  version: v.number(),
});
export type AdminEvent = v.InferOutput<typeof AdminEvent>;
