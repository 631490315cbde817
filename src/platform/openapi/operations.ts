import type { AnyTRPCRouter } from '@trpc/server';
import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { FileOperation } from '#src/platform/procedure/files.ts';
import { operationsOf } from '#src/platform/procedure/operations.ts';
import { omit } from '#src/shared/omit.ts';
import { type ErrorSources, type ErrorsByStatus, errorReferences, errorsOf } from './errors.ts';
import { optionsOf, propertiesOf, type Schemas } from './schemas.ts';

export type MediaType = {
  schema: JsonSchema;
  example?: unknown;
  /** One for each variant of the schema. */
  examples?: Record<string, { value: unknown }>;
};
type ApiParameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
};
export type ApiResponse = { $ref?: string; description: string; content?: Record<string, MediaType> };
export type ApiOperation = {
  operationId: string;
  'x-procedure'?: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ApiResponse>;
  'x-errors': ErrorsByStatus;
};
type DescribedOperation = ErrorSources & {
  name: string;
  /** Two operations cannot share an id, but a procedure may have several paths. */
  id: string;
  isProcedure: boolean;
  path: string;
  summary: string;
  description: string;
  takesQuery: boolean;
  output: v.GenericSchema | undefined;
  file?: Pick<FileOperation, 'accepts' | 'responseType' | 'example'>;
};

export function proceduresOf(router: AnyTRPCRouter): DescribedOperation[] {
  const ids = new Set<string>();
  return operationsOf(router).map((operation): DescribedOperation => {
    const { name, method, path, bodyOnly, adminRules } = operation;
    const isAlias = ids.has(name);
    const id = isAlias ? `${name}.alias` : name;
    ids.add(id);
    return {
      name,
      id,
      isProcedure: true,
      method,
      path,
      summary: `${operation.summary ?? ''}${isAlias ? ' (alias)' : ''}`,
      description: operation.description ?? '',
      input: operation.input,
      takesQuery: method === 'GET' || (method === 'DELETE' && !bodyOnly),
      output: operation.output,
      declared: operation.errors,
      token: operation.token,
      isTokenOptional: operation.isTokenOptional,
      ...adminRules,
      hasSecretField: operation.secretField !== undefined,
      isCached: operation.snapshot !== undefined,
    };
  });
}

export function describeFile(file: FileOperation): DescribedOperation {
  const [method = '', path = ''] = file.rest.split(' ');
  return {
    name: file.name,
    id: file.name,
    isProcedure: false,
    method,
    path,
    summary: file.summary,
    description: file.description,
    input: file.query && v.object(file.query),
    takesQuery: true,
    output: file.output,
    declared: file.errors,
    token: 'admin',
    needsConfirmation: file.needsConfirmation,
    upload: file.accepts && { missing: file.accepts.missingCode, tooLarge: file.accepts.tooLargeCode },
    file,
  };
}

export function describeOperation(operation: DescribedOperation, schemas: Schemas): ApiOperation {
  const { id, name, isProcedure, path, summary, description, input, output, token, file } = operation;
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const shapes = input ? schemas.input(name, input) : [];
  const errors = errorsOf(operation);
  const body = file?.accepts
    ? uploadBody(file.accepts.fileDescription)
    : bodyOf(operation, shapes, pathParameters, schemas);
  return {
    operationId: id,
    ...(isProcedure && { 'x-procedure': name }),
    summary,
    description,
    tags: [name.split('.').slice(0, 2).join(' / ')],
    security: [...(operation.isTokenOptional ? [{}] : []), ...(token ? [{ [`${token}Token`]: [] }] : [])],
    parameters: parametersOf(operation, shapes, pathParameters, schemas),
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: 'The call succeeded.',
        content: { [file?.responseType ?? 'application/json']: responseOf(name, output, file, schemas) },
      },
      ...errorReferences(errors),
    },
    'x-errors': errors,
  };
}

type Shapes = ReturnType<Schemas['input']>;

function parametersOf(
  { name: operation, takesQuery }: DescribedOperation,
  shapes: Shapes,
  pathParameters: string[],
  schemas: Schemas,
): ApiParameter[] {
  const parameters = new Map<string, ApiParameter>();
  for (const { shape, path } of shapes) {
    for (const [name, property] of Object.entries(propertiesOf(shape))) {
      if (parameters.has(name) || !(takesQuery || pathParameters.includes(name))) continue;
      const { description = '', ...schema } = omit(withoutNull(property), 'examples');
      parameters.set(name, {
        name,
        in: pathParameters.includes(name) ? 'path' : 'query',
        required: pathParameters.includes(name) || shapes.every((one) => one.shape.required?.includes(name)),
        description,
        schema,
        example: schemas.exampleOf(property, [operation, ...path.slice(1), name]),
      });
    }
  }
  return [...parameters.values()];
}

/** A parameter is left out instead of being null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [option, secondOption, ...furtherOptions] = optionsOf(schema);
  if (!option || secondOption?.type !== 'null' || furtherOptions.length > 0) return schema;
  const rest = omit(schema, 'anyOf', 'default');
  return { ...rest, ...option };
}

/** Undefined if the path or the query has all fields. */
function bodyOf(
  { takesQuery }: DescribedOperation,
  shapes: Shapes,
  pathParameters: string[],
  schemas: Schemas,
): ApiOperation['requestBody'] {
  if (takesQuery) return undefined;
  const bodies = shapes.flatMap(({ shape, path }) => {
    const fields = Object.entries(propertiesOf(shape)).filter(([name]) => !pathParameters.includes(name));
    if (fields.length === 0) return [];
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(fields),
      required: shape.required?.filter((name) => !pathParameters.includes(name)) ?? [],
    };
    return [{ schema, value: schemas.exampleOf(schema, path) }];
  });
  const [first, ...others] = bodies;
  if (!first) return undefined;
  const media: MediaType =
    others.length === 0
      ? { schema: first.schema, example: first.value }
      : {
          schema: { anyOf: bodies.map(({ schema }) => schema) },
          examples: Object.fromEntries(bodies.map(({ value }, index) => [`variant${index + 1}`, { value }])),
        };
  return {
    required: bodies.every(({ schema }) => schema.required?.length !== 0),
    content: { 'application/json': media },
  };
}

const uploadBody = (what: string): NonNullable<ApiOperation['requestBody']> => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: what } },
      },
      example: { file: '(content of the file)' },
    },
  },
});

function responseOf(
  operation: string,
  output: v.GenericSchema | undefined,
  file: DescribedOperation['file'],
  schemas: Schemas,
): MediaType {
  if (!output) return { schema: { type: 'string' }, example: file?.example };
  const schema = schemas.output(operation, output);
  return { schema, example: schemas.exampleOf(schema, [operation]) };
}
