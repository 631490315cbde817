import * as v from 'valibot';
import type { Context } from '../context';

/** Wraps a read so that it returns its validated result as JSON. Use it for small results. */
export const asJson =
  <Schema extends v.GenericSchema>(contract: Schema, read: (ctx: Context) => Promise<v.InferInput<Schema>>) =>
  async (ctx: Context): Promise<string> =>
    JSON.stringify(v.parse(contract, await read(ctx)));
