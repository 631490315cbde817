import * as v from 'valibot';
import { fields, uuid } from '#src/shared/fields.ts';

/** The most members that one member can block. */
export const BLOCKS_MAX = 1000;

/** Also the input of a removal. */
export const BlockInput = fields({ user_id: uuid('account.not_found') });
export type BlockInput = v.InferOutput<typeof BlockInput>;

export const Block = v.object({ user_id: v.string(), name: v.string(), created_at: v.string() });
export type Block = v.InferOutput<typeof Block>;
