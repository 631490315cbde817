import * as v from 'valibot';
import type { Context } from '../context';

/** What is small is read as its procedure declares it, and written as JSON. */
export const asJson =
  <Schema extends v.GenericSchema>(contract: Schema, read: (ctx: Context) => Promise<v.InferInput<Schema>>) =>
  async (ctx: Context): Promise<string> =>
    JSON.stringify(v.parse(contract, await read(ctx)));
