import type { AnyTRPCRouter } from '@trpc/server';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { ERRORS } from '../shared/errors';
import type { FileOperation } from './files';
import { type Operation, operationsOf } from './operations';

export type ApiOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
};
export type ApiDescription = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** The description of everything under `/api`, from the declarations that also make its routes (D4). */
export function describeApi(
  router: AnyTRPCRouter,
  files: readonly FileOperation[],
  title: string,
): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  for (const operation of operationsOf(router)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  for (const file of files) {
    const [method = '', path = ''] = file.rest.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeFile(file) };
  }
  paths['/health'] = { get: probe('health', 'Whether the process lives.') };
  paths['/ready'] = {
    get: probe('ready', 'Whether the start is done, the database responds and its tables are up to date.'),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description:
        'Field names are as in the pages, days `YYYY-MM-DD` in Stockholm, instants ISO 8601 UTC, money whole kronor, absent values `null`. ' +
        'Every operation is a tRPC procedure under `/trpc` as well, by its operation id, with the same answers.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: { Error: ERROR } },
  };
}

const ERROR: JsonSchema = {
  type: 'object',
  required: ['detail', 'code'],
  properties: {
    detail: { type: 'string', description: 'A sentence in Swedish that a person can read.' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
  },
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const ERROR_ANSWER = {
  description: 'What went wrong, by its status: 400, 401, 403, 404, 409, 413, 415, 429 or 503.',
  content: json({ $ref: '#/components/schemas/Error' }),
};

function describe(operation: Operation): ApiOperation {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const shapes = operation.input ? shapesOf(schemaOf(operation.input, 'input')) : [];
  const isQuery = operation.method === 'GET' || (operation.method === 'DELETE' && !operation.bodyOnly);
  const properties: Record<string, JsonSchema> = Object.assign(
    {},
    ...shapes.map((shape) => shape.properties),
  );
  const parameters = Object.entries(properties)
    .filter(([name]) => isQuery || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? ('path' as const) : ('query' as const),
      required: inPath.includes(name) || shapes.every((shape) => shape.required?.includes(name)),
      schema,
    }));
  const bodies = isQuery
    ? []
    : shapes.map((shape) => without(shape, inPath)).filter((body) => body !== undefined);
  return {
    operationId: operation.name,
    summary: operation.summary ?? '',
    tags: [operation.name.split('.').slice(0, 2).join(' / ')],
    parameters,
    ...(bodies[0] && {
      requestBody: { required: true, content: json(bodies.length > 1 ? { anyOf: bodies } : bodies[0]) },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: json(operation.output ? schemaOf(operation.output, 'output') : {}),
      },
      default: ERROR_ANSWER,
    },
  };
}

/** The shapes that an input may have: several where one path takes several. */
const shapesOf = (input: JsonSchema) => (input.anyOf ?? input.oneOf ?? [input]) as JsonSchema[];

/** What of a shape stands in the body; undefined when the path carries all of it. */
function without({ properties = {}, required = [] }: JsonSchema, inPath: string[]): JsonSchema | undefined {
  const inBody = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  if (inBody.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(inBody),
    required: required.filter((name) => !inPath.includes(name)),
  };
}

/** A call that takes or gives a file. */
const describeFile = ({ name, summary, query = {}, takes, gives }: FileOperation): ApiOperation => ({
  operationId: name,
  summary,
  tags: [name.split('.').slice(0, 2).join(' / ')],
  parameters: Object.entries(query).map(([parameter, description]) => ({
    name: parameter,
    in: 'query',
    required: false,
    schema: { type: 'string', description },
  })),
  ...(takes && {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary', description: takes.what } },
          },
        },
      },
    },
  }),
  responses: {
    200: { description: 'Done.', content: { [gives ?? 'application/json']: { schema: {} } } },
    default: ERROR_ANSWER,
  },
});

/** What a client may send is what stands before the transformations of a schema; what it gets, after them. */
function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  // One path that takes several shapes: the first of them has every field.
  const name = schema.type === 'lazy' ? described.$ref?.split('/').at(-1) : undefined;
  return (name !== undefined && (described.$defs?.[name] as JsonSchema)) || described;
}

const probe = (name: string, summary: string): ApiOperation => ({
  operationId: name,
  summary,
  tags: ['operation'],
  parameters: [],
  responses: { 200: { description: 'Yes.' }, 503: { description: 'No.' } },
});
