import type { JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { detailOf, type ErrorCode, isErrorCode, statusOf } from '#src/shared/errors.ts';
import { refTo, shapesOf } from './schemas.ts';

/** What decides which errors an operation can return. */
export type ErrorSources = {
  method: string;
  input?: GenericSchema | undefined;
  declared?: readonly ErrorCode[] | undefined;
  token?: 'member' | 'admin' | 'organiser' | undefined;
  needsConfirmation?: boolean | undefined;
  allowsGeneratedPassword?: boolean | undefined;
  allowsMissingFactor?: boolean | undefined;
  hasSecretField?: boolean;
  isCached?: boolean;
  isTokenOptional?: boolean;
  /** It takes a file of limited size; the errors for one that is missing or too large. */
  upload?: { missing: ErrorCode | undefined; tooLarge: ErrorCode | undefined } | undefined;
};

export type ErrorsByStatus = Record<string, ErrorCode[]>;

export function errorsOf(operation: ErrorSources): ErrorsByStatus {
  const codes = new Set<ErrorCode>(operation.declared);
  const add = (...more: (ErrorCode | undefined)[]) => {
    for (const code of more) if (code) codes.add(code);
  };
  // `request.malformed` even without an input: the Host header may be invalid.
  add('request.malformed', 'server.failed', 'server.unavailable');
  if (operation.input) add(...codesIn(operation.input));
  if (operation.hasSecretField) add('request.secret_in_query');
  if (!operation.isCached) add('request.too_many', 'server.uncertain', 'server.disk_full');
  if (operation.method !== 'GET') add('request.cross_site', 'request.unsupported');
  if (operation.upload) add('request.invalid', operation.upload.missing, operation.upload.tooLarge);
  else if (operation.method !== 'GET') add('request.too_large');
  if (operation.token) add('request.unauthorized');
  if (operation.token === 'admin' && !operation.allowsGeneratedPassword) add('admin.must_change_password');
  if (operation.token === 'admin' && !operation.allowsMissingFactor) add('admin.must_add_factor');
  if (operation.needsConfirmation) add('admin.confirm_password');
  return Object.fromEntries(Map.groupBy([...codes].sort(), (code) => String(statusOf(code))));
}

/** The parts of valibot schemas and actions that contain others or have a message. */
type Part = {
  message?: unknown;
  fallback?: unknown;
  type?: string;
  pipe?: Part[];
  entries?: Record<string, Part>;
  options?: (Part | string)[];
  item?: Part;
  wrapped?: Part;
};

/** Types whose default message is not an error code. They are reported as `request.invalid`. */
const LEAF_TYPES = new Set(['string', 'number', 'boolean', 'picklist']);

/** The error codes in the messages of a schema. Codes from functions (`v.rawCheck`) are not found. */
function codesIn(schema: GenericSchema): ErrorCode[] {
  const codes: ErrorCode[] = [];
  const visit = (part: Part) => {
    // A fallback replaces every error.
    if ('fallback' in part) return;
    if (isErrorCode(part.message)) codes.push(part.message);
    else if (part.type && LEAF_TYPES.has(part.type) && 'message' in part) codes.push('request.invalid');
    const [root, ...actions] = part.pipe ?? [];
    for (const action of actions) visit(action);
    if (root && root !== part) visit(root);
    for (const entry of Object.values(part.entries ?? {})) visit(entry);
    for (const option of part.options ?? []) if (typeof option === 'object') visit(option);
    if (part.item) visit(part.item);
    if (part.wrapped) visit(part.wrapped);
  };
  for (const shape of shapesOf(schema)) visit(shape as unknown as Part);
  return codes;
}

const RESPONSES: Record<string, { name: string; description: string; example: ErrorCode }> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read, or a value is missing or invalid.',
    example: 'request.invalid',
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or no longer valid, or the login failed.',
    example: 'request.unauthorized',
  },
  403: {
    name: 'Forbidden',
    description: 'The caller is known, but may not do this.',
    example: 'request.cross_site',
  },
  404: { name: 'NotFound', description: 'The record does not exist.', example: 'request.not_found' },
  409: {
    name: 'Conflict',
    description: 'The current state of the record does not allow this.',
    example: 'announcement.changed',
  },
  413: { name: 'ContentTooLarge', description: 'The request is too large.', example: 'request.too_large' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The media type of the request is not accepted.',
    example: 'request.unsupported',
  },
  429: {
    name: 'TooManyRequests',
    description: 'A rate limit is exceeded. Try again after the time in `Retry-After`.',
    example: 'request.too_many',
  },
  500: {
    name: 'ServerError',
    description: 'The server failed unexpectedly. Nothing is known about the cause.',
    example: 'server.failed',
  },
  503: {
    name: 'Unavailable',
    description: 'The server is temporarily unavailable. Try again after the time in `Retry-After`.',
    example: 'server.unavailable',
  },
};

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' as const, minimum: 1 },
    example: 2,
  },
};

export const errorResponses = (usedStatuses: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(RESPONSES)
      .filter(([status]) => usedStatuses.has(status))
      .map(([status, { name, description, example }]) => [
        name,
        {
          description,
          ...((status === '429' || status === '503') && { headers: RETRY_AFTER }),
          content: {
            'application/json': {
              schema: refTo('Error'),
              example: { detail: detailOf(example), code: example },
            },
          },
        },
      ]),
  );

/** The responses of one operation: references to the shared ones, with the codes of this operation. */
export const errorReferences = (errors: ErrorsByStatus) =>
  Object.fromEntries(
    Object.entries(errors).map(([status, codes]) => [
      status,
      {
        $ref: `#/components/responses/${RESPONSES[status]?.name}`,
        description: codes.map((code) => `\`${code}\``).join(', '),
      },
    ]),
  );

export const errorSchemas = (texts: Record<ErrorCode, string>): Record<string, JsonSchema> => ({
  Error: {
    type: 'object',
    description: 'The body of every error.',
    required: ['detail', 'code'],
    properties: {
      detail: {
        type: 'string',
        description: 'A message for people, mostly in Swedish.',
        examples: [detailOf('request.unauthorized')],
      },
      code: { ...refTo('ErrorCode'), description: 'A stable code for programs.' },
    },
  },
  ErrorCode: {
    type: 'string',
    description: 'The part before the dot is the feature that the error belongs to.',
    enum: Object.keys(texts),
  },
});

export const errorCatalogue = (texts: Record<ErrorCode, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([code, description]) => [
      code,
      { status: statusOf(code as ErrorCode), description },
    ]),
  );
