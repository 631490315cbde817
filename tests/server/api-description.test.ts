import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { gapsOf } from '#scripts/api-description-gaps.ts';
import { apiDescription } from '#src/api-description.ts';
import { AREAS, FIELD_TEXTS } from '#src/api-texts.ts';
import { apiDocsPage } from '#src/platform/openapi/api-docs.ts';
import type { ApiTexts } from '#src/platform/openapi/openapi.ts';
import type { ApiOperation } from '#src/platform/openapi/operations.ts';
import { shapesOf } from '#src/platform/openapi/schemas.ts';
import { operationsOf } from '#src/platform/procedure/operations.ts';
import { appRouter, fileOperations } from '#src/router.ts';
import { ERRORS, type ErrorCode, errorDescriptions, isErrorCode, statusOf } from '#src/shared/errors.ts';
import { expectDescribedError } from '#tests/support/described-errors.ts';

const ORIGIN = 'https://lopp.example';
const SITE = { siteName: 'Loppkalendern', origin: ORIGIN };
const description = apiDescription(SITE);
const OPERATIONS = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);
const PROCEDURES = new Map(operationsOf(appRouter).map((operation) => [operation.name, operation]));
const FILES = new Map(fileOperations.map((operation) => [operation.name, operation]));

const operationAt = (call: string) => new Map<string, ApiOperation>(OPERATIONS).get(call) as ApiOperation;

describe.each(OPERATIONS)('the description of %s', (_, operation) => {
  test('lists its errors by status, each with a shared response', () => {
    const errors = Object.entries(operation['x-errors']);
    for (const [status, codes] of errors) {
      expect(codes.filter((code) => String(statusOf(code)) !== status)).toEqual([]);
      const { $ref, description: text } = operation.responses[status] ?? {};
      expect($ref).toStartWith('#/components/responses/');
      expect(codes.filter((code) => !text?.includes(`\`${code}\``))).toEqual([]);
    }
    expect(Object.keys(operation.responses).sort()).toEqual(
      ['200', ...errors.map(([status]) => status)].sort(),
    );
  });

  const TOKENS: Record<string, string> = { admin: 'adminToken', organiser: 'organiserToken' };
  test('requires a token exactly if the call fails with 401 without one', () => {
    const takesToken = operation.security.length > 0;
    expect(operation['x-errors'][401]?.includes('request.unauthorized') ?? false).toBe(takesToken);
    const [audience] = operation.operationId.split('.');
    if (takesToken)
      expect(operation.security).toEqual([
        ...(audience === 'public' ? [{}] : []),
        { [TOKENS[audience ?? ''] ?? 'memberToken']: [] },
      ]);
  });
});

describe('the examples of', () => {
  const parametersOf = ({ parameters }: ApiOperation) =>
    Object.fromEntries(parameters.map(({ name, example }) => [name, example]));

  test.each(OPERATIONS.filter(([, operation]) => operation['x-procedure']))(
    '%s are valid',
    (_, operation) => {
      const { input, output } = PROCEDURES.get(operation['x-procedure'] ?? '') ?? {};
      const media = operation.requestBody?.content['application/json'];
      const bodies = media?.examples
        ? Object.values(media.examples).map(({ value }) => value)
        : [media?.example];
      for (const body of bodies) {
        const requestInput = { ...parametersOf(operation), ...(body as object) };
        if (input) expect(v.safeParse(input, requestInput).issues).toBeUndefined();
        else expect(requestInput).toEqual({});
      }
      if (input) expect(bodies.length).toBeGreaterThanOrEqual(shapesOf(input).length);
      const example = operation.responses[200]?.content?.['application/json']?.example;
      expect(v.parse(output as v.GenericSchema, example)).toEqual(example);
    },
  );

  test.each([...FILES])('%s are valid', (name, { query, output }) => {
    const operation = OPERATIONS.find(([, candidate]) => candidate.operationId === name)?.[1] as ApiOperation;
    expect(v.safeParse(v.object(query ?? {}), parametersOf(operation)).issues).toBeUndefined();
    const [example] = Object.values(operation.responses[200]?.content ?? {}).map((media) => media.example);
    if (output) expect(v.parse(output, example)).toEqual(example as object);
    else expect(example).toBeString();
  });
});

describe('the API description', () => {
  test('describes every error code, and no other', () => {
    const catalogue = description['x-error-codes'];
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(ERRORS).sort());
    const wrongStatuses = Object.entries(catalogue).filter(
      ([code, { status }]) => status !== statusOf(code as ErrorCode),
    );
    expect(wrongStatuses).toEqual([]);
    expect(description.components.schemas.ErrorCode?.enum).toEqual(Object.keys(catalogue));
  });

  test('describes every operation, parameter, field and error, with examples', () => {
    expect(gapsOf(description)).toEqual([]);
  });

  test('reports a gap for each text and example that is removed', () => {
    const { descriptions, examples } = FIELD_TEXTS;
    const gapsWithout = (texts: Partial<ApiTexts>) => gapsOf(apiDescription({ ...SITE, texts }));
    expect(gapsWithout({ descriptions: { ...descriptions, organizer: '' } })).toContain(
      'POST /events/submit: organizer has no description',
    );
    expect(gapsWithout({ descriptions: { ...descriptions, PublicEvent: '' } })).toEqual([
      'schema PublicEvent: no description',
    ]);
    expect(gapsWithout({ examples: { ...examples, token: undefined } })).toContain(
      'POST /marketplace/verify/{token}: parameter token has no example',
    );
    expect(gapsWithout({ errors: { ...errorDescriptions(), 'event.changed': '' } })).toEqual([
      'error event.changed: no description',
    ]);
    expect(gapsWithout({ tags: {} })).toContain('tag public / events: not in the list of tags');
  });

  test('has one text for each field', () => {
    const names = AREAS.flatMap(({ texts }) => Object.keys(texts));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('gives every shared error response an example with a code of its status', () => {
    const byRef = new Map(
      OPERATIONS.flatMap(([, { responses }]) =>
        Object.entries(responses).map(([status, { $ref }]) => [$ref?.split('/').at(-1), status] as const),
      ),
    );
    for (const [name, response] of Object.entries(description.components.responses)) {
      const { code, detail } = response.content['application/json'].example;
      expect([name, String(statusOf(code))]).toEqual([name, byRef.get(name) as string]);
      expect(detail).not.toBe('');
    }
  });

  test('has a unique id for every operation and groups every tag once', () => {
    const ids = OPERATIONS.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const groupedTags = description['x-tagGroups'].flatMap(({ tags }) => tags);
    expect(groupedTags).toEqual(description.tags.map(({ name }) => name));
    expect(new Set(groupedTags)).toEqual(new Set(OPERATIONS.flatMap(([, { tags }]) => tags)));
  });

  test('lists every error code that an operation can return over REST', () => {
    const listedCodes = new Set<ErrorCode>(
      OPERATIONS.flatMap(([, operation]) => Object.values(operation['x-errors']).flat()),
    );
    const unlistedCodes = Object.keys(ERRORS).filter((code) => isErrorCode(code) && !listedCodes.has(code));
    expect(unlistedCodes).toEqual([
      // Only over tRPC.
      'request.batch_repeated',
      'request.batch_too_large',
      // For paths that do not exist.
      'request.not_found',
      // Only in the row errors of an import.
      'import.repeated',
      // Only in forms.
      'password.too_short',
    ]);
  });

  test('derives errors from the input, the token and the transport', () => {
    const { 'x-errors': errors } = operationAt('POST /marketplace/announcements');
    expect(errors[400]).toContain('announcement.price');
    expect(errors[401]).toEqual(['request.unauthorized']);
    expect(errors[403]).toEqual(['request.cross_site']);
    expect(operationAt('DELETE /admin/marketplace/users/{id}')['x-errors']).toMatchObject({
      403: [
        'admin.confirm_password',
        'admin.must_add_factor',
        'admin.must_change_password',
        'request.cross_site',
      ],
      404: ['account.not_found'],
    });
    expect(Object.keys(operationAt('GET /events')['x-errors'])).toEqual(['400', '500', '503']);
  });
});

test('every REST call of the tests fails if it gets an error that is not described', () => {
  const describedError = { code: 'announcement.not_own' };
  expectDescribedError('DELETE', '/marketplace/announcements/x', 403, describedError);
  expect(() => expectDescribedError('DELETE', '/admin/banners/x?a=b', 403, describedError)).toThrow(
    'does not list',
  );
  expect(() => expectDescribedError('DELETE', '/marketplace/announcements/x', 404, describedError)).toThrow(
    '404',
  );
});

describe('the API page', () => {
  const page = apiDocsPage(description, ORIGIN);

  test('has a section for every operation and links to all of them', () => {
    const ids = [...page.matchAll(/<article id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toHaveLength(OPERATIONS.length);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(page).toContain(`href="#${id}"`);
  });

  test('shows every error code and a call with an example body', () => {
    for (const code of Object.keys(ERRORS))
      expect(page.replaceAll('<wbr>', '')).toContain(`<code>${code}</code>`);
    expect(page).toContain('&quot;announcement_type&quot;: &quot;sale&quot;');
  });
});
