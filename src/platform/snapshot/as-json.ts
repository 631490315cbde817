import * as v from 'valibot';
import type { Context } from '#src/platform/context.ts';

export const asJson =
  <Schema extends v.GenericSchema>(contract: Schema, read: (ctx: Context) => Promise<v.InferInput<Schema>>) =>
  async (ctx: Context): Promise<string> =>
    JSON.stringify(v.parse(contract, await read(ctx)));
