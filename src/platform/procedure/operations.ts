import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { GenericSchema } from 'valibot';
import type { SnapshotSource } from '#src/platform/snapshot/cache.ts';
import type { Meta } from './trpc.ts';

export type Operation = {
  name: string;
  type: 'query' | 'mutation';
  method: string;
  /** The path below `/api`, with placeholders such as `:id`. */
  path: string;
  summary: string | undefined;
  description: string | undefined;
  errors: Meta['errors'];
  token: Meta['token'];
  isTokenOptional: boolean;
  adminRules: Meta['adminRules'];
  snapshot: SnapshotSource | undefined;
  isShared: boolean;
  bodyOnly: boolean;
  secretField: string | undefined;
  oneClickPath: string | undefined;
  input: GenericSchema | undefined;
  output: GenericSchema | undefined;
};

/** The parts of a procedure's definition that tRPC's types do not expose. */
type Definition = { type: Operation['type']; meta?: Meta; inputs: GenericSchema[]; output?: GenericSchema };

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
        description: meta?.description,
        errors: meta?.errors,
        token: meta?.token,
        isTokenOptional: meta?.isTokenOptional === true,
        adminRules: meta?.adminRules,
        snapshot: meta?.snapshot,
        isShared: meta?.isShared === true,
        bodyOnly: meta?.bodyOnly === true,
        secretField: meta?.secretField,
        oneClickPath: meta?.oneClickPath,
        input: inputs[0],
        output,
      };
    });
  });
}
