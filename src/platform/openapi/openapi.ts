import type { AnyTRPCRouter } from '@trpc/server';
import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { FileOperation } from '#src/platform/procedure/files.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import {
  type ErrorsByStatus,
  errorCatalogue,
  errorReferences,
  errorResponses,
  errorSchemas,
} from './errors.ts';
import { type ApiOperation, describeFile, describeOperation, proceduresOf } from './operations.ts';
import { createSchemas, type FieldTexts } from './schemas.ts';

/** The parts of the description that are not declared with the operations. */
export type ApiTexts = FieldTexts & {
  title: string;
  description: string;
  contactUrl: string;
  tokens: Record<Token, string>;
  /** Groups of tags, by title. A tag is `audience / subject`, like the first two parts of an operation's name. */
  tags: Record<string, Record<string, string>>;
  errors: Record<ErrorCode, string>;
  schemas: Record<string, v.GenericSchema>;
};

type Token = 'member' | 'admin' | 'organiser';

export type ApiDescription = {
  openapi: string;
  info: { title: string; version: string; description: string; contact: { name: string; url: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  'x-error-codes': ReturnType<typeof errorCatalogue>;
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
    responses: ReturnType<typeof errorResponses>;
    schemas: Record<string, JsonSchema>;
  };
};

/** The OpenAPI document of everything under `/api`, made from the declarations that also make the routes. */
export function describeApi(
  router: AnyTRPCRouter,
  files: readonly FileOperation[],
  texts: ApiTexts,
): ApiDescription {
  const operations = [...proceduresOf(router), ...files.map(describeFile)];
  const namedSchemas = new Set(Object.values(texts.schemas));
  const unnamedOutputs = operations.flatMap(({ name, output }) =>
    output && !namedSchemas.has(output) ? [[name, output] as const] : [],
  );
  const schemas = createSchemas(texts.schemas, Object.fromEntries(unnamedOutputs), texts);
  const paths: ApiDescription['paths'] = {};
  const add = (method: string, path: string, operation: ApiOperation) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const operation of operations)
    add(operation.method, operation.path.replace(/:(\w+)/g, '{$1}'), describeOperation(operation, schemas));
  add(
    'GET',
    '/health',
    healthCheck('health', 'Check that the server runs', HEALTH_DESCRIPTION, HEALTH_ERRORS),
  );
  add(
    'GET',
    '/ready',
    healthCheck('ready', 'Check that the server is ready', READY_DESCRIPTION, READY_ERRORS, {
      stale_since: {
        type: 'string',
        format: 'date-time',
        description: 'Since when public pages are out of date; missing while they are not.',
      },
    }),
  );

  const apiOperations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const statuses = new Set(apiOperations.flatMap((operation) => Object.keys(operation['x-errors'])));
  const groups = Object.entries(texts.tags);
  return {
    openapi: '3.1.0',
    info: {
      title: texts.title,
      version: '1',
      description: texts.description,
      contact: { name: 'Contact', url: texts.contactUrl },
    },
    servers: [{ url: '/api', description: 'This server' }],
    tags: groups.flatMap(([, tags]) =>
      Object.entries(tags).map(([name, description]) => ({ name, description })),
    ),
    'x-tagGroups': groups.map(([name, tags]) => ({ name, tags: Object.keys(tags) })),
    'x-error-codes': errorCatalogue(texts.errors),
    paths,
    components: {
      securitySchemes: {
        memberToken: { type: 'http', scheme: 'bearer', description: texts.tokens.member },
        adminToken: { type: 'http', scheme: 'bearer', description: texts.tokens.admin },
        organiserToken: { type: 'http', scheme: 'bearer', description: texts.tokens.organiser },
      },
      responses: errorResponses(statuses),
      schemas: { ...schemas.componentsOf(paths), ...errorSchemas(texts.errors) },
    },
  };
}

const HEALTH_DESCRIPTION = 'Does not use the database.';
const READY_DESCRIPTION =
  'Succeeds when the database responds, all migrations are applied and the start is complete. ' +
  'Fails while the server shuts down. `stale_since` says since when public pages are out of date, if this instance has failed ' +
  'to read them at least twice in a row; the status stays 200.';
const HEALTH_ERRORS: ErrorsByStatus = { 400: ['request.malformed'] };
const READY_ERRORS: ErrorsByStatus = { ...HEALTH_ERRORS, 503: ['server.unavailable'] };

const healthCheck = (
  operationId: string,
  summary: string,
  description: string,
  errors: ErrorsByStatus,
  properties: Record<string, object> = {},
): ApiOperation => ({
  operationId,
  summary,
  description,
  tags: ['health checks'],
  security: [],
  parameters: [],
  responses: {
    200: {
      description: 'The check succeeded.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['status'],
            properties: { status: { const: 'ok', description: 'Always `ok`.' }, ...properties },
          },
          example: { status: 'ok' },
        },
      },
    },
    ...errorReferences(errors),
  },
  'x-errors': errors,
});
