import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import * as v from 'valibot';
import type { Field, Target } from '#proofs/fuzz/targets.ts';
import type { Schema } from '#proofs/fuzz/values.ts';
import { appRouter } from '#src/router.ts';
import { type Text, textOf } from './texts.ts';

const procedures = (appRouter as AnyTRPCRouter)._def.procedures as Record<string, AnyTRPCProcedure>;

export const alternatives = (schema: Schema): Schema[] =>
  (schema.anyOf ?? [schema]).flatMap((one) => (one.anyOf ? alternatives(one) : [one]));

export const isText = ({ schema }: Field) => alternatives(schema).some((one) => one.type === 'string');

const MAX_LENGTHS = [5000, 2000, 254, 200, 50];
const PREFIXES = ['', 'https://a.se/'];

/** Returns undefined if the field does not accept arbitrary words. */
export function textLimitOf(target: Target, { name }: Field, minimal: Record<string, unknown>) {
  const definition = procedures[target.name]?._def as unknown as { inputs: v.GenericSchema[] } | undefined;
  const schema = definition?.inputs[0];
  if (!schema) return undefined;
  for (const length of MAX_LENGTHS)
    for (const prefix of PREFIXES) {
      const value = textOf({ label: '', prefix, unit: 'a' }, length);
      const { issues = [] } = v.safeParse(schema, { ...minimal, [name]: value });
      if (!issues.some(({ path }) => path?.[0]?.key === name)) return { prefix, length };
    }
  return undefined;
}

export const fillText = (text: Text, { prefix, length }: { prefix: string; length: number }): string =>
  prefix + textOf(text, length - prefix.length);
