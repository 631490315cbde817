import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { UploadResult } from '#src/features/banners/contract.ts';
import { ImportPreview, ImportResult } from '#src/features/imports/contract.ts';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { appRouter } from '#src/router.ts';
import { placeholder, type Schema } from './values.ts';

export type Field = { name: string; in: 'path' | 'query' | 'body'; required: boolean; schema: Schema };

export type Target = {
  name: string;
  kind: 'query' | 'mutation' | 'subscription' | 'file' | 'probe';
  /** Undefined for operations under `/trpc` only. */
  rest: { method: string; path: string } | undefined;
  fields: Field[];
  takesFile: boolean;
  output: GenericSchema | undefined;
};

type Definition = {
  type: 'query' | 'mutation' | 'subscription';
  inputs: GenericSchema[];
  output?: GenericSchema;
};
const definitions = new Map(
  Object.entries<AnyTRPCProcedure>((appRouter as AnyTRPCRouter)._def.procedures).map(([name, { _def }]) => [
    name,
    _def as unknown as Definition,
  ]),
);

const FILE_OUTPUTS: Record<string, GenericSchema> = {
  'admin.events.import': v.union([ImportPreview, ImportResult]),
  'admin.banners.upload': UploadResult,
  'admin.backup.import': v.object({
    collections: v.record(
      v.string(),
      v.variant('status', [
        v.object({ status: v.literal('success'), count: v.number(), message: v.optional(v.string()) }),
        v.object({ status: v.literal('error'), message: v.string() }),
      ]),
    ),
  }),
};

type BodySchema = Schema & { required?: string[]; anyOf?: (Schema & { required?: string[] })[] };

/** Also has the tRPC procedures that the API description omits. */
export function targetsOf(description: ApiDescription): Target[] {
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Target => {
      const name = operation['x-procedure'] ?? operation.operationId;
      const definition = definitions.get(name);
      const content = operation.requestBody?.content ?? {};
      const isProbe = !definition && !operation.tags.includes(name.split('.').slice(0, 2).join(' / '));
      return {
        name,
        kind: definition?.type ?? (isProbe ? 'probe' : 'file'),
        rest: { method: method.toUpperCase(), path: `/api${path}` },
        fields: [
          ...operation.parameters.map((one) => ({ ...one, schema: one.schema as Schema })),
          ...fieldsOf((content['application/json']?.schema ?? {}) as BodySchema),
        ],
        takesFile: 'multipart/form-data' in content,
        output: definition?.output ?? FILE_OUTPUTS[name],
      };
    }),
  );
  const describedNames = new Set(described.map(({ name }) => name));
  const undescribed = [...definitions].filter(([name]) => !describedNames.has(name));
  return [
    ...described,
    ...undescribed.map(([name, { type, inputs, output }]): Target => {
      const input = inputs[0] && toJsonSchema(inputs[0], { typeMode: 'input', errorMode: 'ignore' });
      const fields = fieldsOf((input ?? {}) as BodySchema);
      return { name, kind: type, rest: undefined, fields, takesFile: false, output };
    }),
  ];
}

/** If the body has several shapes, a field is required only if every shape requires it. */
function fieldsOf(body: BodySchema): Field[] {
  const shapes = body.anyOf ?? [body];
  const fields = new Map<string, Field>();
  for (const { properties = {} } of shapes) {
    for (const [name, schema] of Object.entries(properties)) {
      const earlier = fields.get(name)?.schema;
      const required = shapes.every((shape) => (shape as BodySchema).required?.includes(name));
      const either = earlier ? { anyOf: [earlier, schema] } : schema;
      fields.set(name, { name, in: 'body', required, schema: either });
    }
  }
  return [...fields.values()];
}

export const PAGES: Target[] = [
  '/',
  '/map',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.css',
  `/uploads/${placeholder('upload')}`,
].map((path) => ({
  name: path,
  kind: 'probe',
  rest: { method: 'GET', path },
  fields: [],
  takesFile: false,
  output: undefined,
}));

export function targetAt(targets: readonly Target[], method: string, pathname: string): Target | undefined {
  const path = pathname.replace(/\/$/, '');
  const matches = targets.filter(
    ({ rest }) =>
      rest?.method === method && new RegExp(`^${rest.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matches.find(({ rest }) => rest?.path === path) ?? matches[0];
}
