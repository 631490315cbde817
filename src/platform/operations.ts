import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { GenericSchema } from 'valibot';
import type { SnapshotSource } from './snapshot/cache';
import type { Meta } from './trpc';

/** One operation with a path under `/api`, read off the procedure that declares it (D4). */
export type Operation = {
  /** The procedure's path: `public.events.list`. */
  name: string;
  type: 'query' | 'mutation';
  method: string;
  /** Under `/api`, with `:id` for what it carries. */
  path: string;
  summary: string | undefined;
  snapshot: SnapshotSource | undefined;
  bodyOnly: boolean;
  secret: string | undefined;
  input: GenericSchema | undefined;
  output: GenericSchema | undefined;
};

/** What of a procedure's definition tRPC's types do not tell, though its builder keeps it. */
type Definition = { type: Operation['type']; meta?: Meta; inputs: GenericSchema[]; output?: GenericSchema };

/** Every operation that has a path, in the order declared. */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  const procedures = Object.entries<AnyTRPCProcedure>(router._def.procedures);
  return procedures.flatMap(([name, procedure]) => {
    const { type, meta, inputs, output } = procedure._def as unknown as Definition;
    return [meta?.rest ?? []].flat().map((declared) => {
      const [method = '', path = ''] = declared.split(' ');
      return {
        name,
        type,
        method,
        path,
        summary: meta?.summary,
        snapshot: meta?.snapshot,
        bodyOnly: meta?.bodyOnly === true,
        secret: meta?.secret,
        input: inputs[0],
        output,
      };
    });
  });
}
