import { describe, expect, test } from 'bun:test';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import * as v from 'valibot';
import { fieldErrorsOf } from '#client/platform/forms/use-form.ts';
import { MarketplaceSettingsInput } from '#src/features/marketplace-settings/contract.ts';
import { SubmissionInput } from '#src/features/submissions/contract.ts';
import { appRouter } from '#src/router.ts';
import { fields, list, requiredText, text } from '#src/shared/fields.ts';
import { fold } from '#src/shared/text.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const app = await appOfFile();

const submission = {
  event_date: '2099-05-01',
  event_name: 'Loppet',
  distances: '10 km',
  sport_type: 'Löpning',
  submitter_name: 'Karin',
  submitter_email: 'karin@example.se',
};

function makeCountedList(length: number) {
  let reads = 0;
  const items = new Proxy(
    Array.from({ length }, () => ({})),
    {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
        return Reflect.get(target, key);
      },
    },
  );
  return { items, reads: () => reads };
}

describe('a list that is too long', () => {
  test('is rejected before any item is read, also by schemas that collect every issue', () => {
    for (const [schema, name] of [
      [SubmissionInput, 'additional_fields'],
      [MarketplaceSettingsInput, 'info_box_steps'],
    ] as const) {
      const { items, reads } = makeCountedList(100_000);
      const { issues = [] } = v.safeParse(schema, { ...submission, [name]: items });
      expect(reads()).toBe(0);
      expect(issues.filter(({ path }) => path?.[0]?.key === name)).toHaveLength(1);
    }
  });

  test('of more than 20 is rejected as too many', () => {
    const tooManyFields = { ...submission, additional_fields: Array.from({ length: 21 }, () => ({})) };
    expect(fieldErrorsOf(SubmissionInput, tooManyFields)).toEqual({
      additional_fields: 'event.too_many_fields',
    });
  });

  test('is rejected with the same code over both transports', async () => {
    const body = { ...submission, additional_fields: Array.from({ length: 1000 }, () => ({})) };
    const responses = [
      await app.api('POST /events/submit', { body }),
      await app.trpc('mutation', 'public.submissions.submit', { body }),
    ];
    for (const response of responses)
      expect(response).toMatchObject({ status: 400, body: { code: 'event.too_many_fields' } });
  });
});

test('every procedure stops validating at the first issue', async () => {
  const procedures = Object.entries<AnyTRPCProcedure>((appRouter as AnyTRPCRouter)._def.procedures);
  const inputs = procedures.flatMap(([name, { _def }]) =>
    (_def as unknown as { inputs: v.GenericSchema[] }).inputs.map((schema) => ({ name, schema })),
  );
  expect(inputs.length).toBeGreaterThan(40);
  for (const { name, schema } of inputs) {
    const result = await schema['~standard'].validate(Object.create(null));
    expect([name, result.issues?.length ?? 1]).toEqual([name, 1]);
  }
});

test('a form still reports the error of every field', () => {
  expect(Object.keys(fieldErrorsOf(SubmissionInput, {}) ?? {})).toEqual([
    'event_date',
    'event_name',
    'distances',
    'sport_type',
    'submitter_name',
    'submitter_email',
  ]);
});

test('a text that is too long is rejected before it is trimmed or matched', () => {
  const { issues } = v.safeParse(requiredText('event.required'), ' '.repeat(10_001));
  expect(issues?.map(({ message }) => message)).toEqual(['request.too_long']);
  expect(v.safeParse(text(), 'a'.repeat(10_000)).success).toBe(true);
});

test('a list accepts its maximum of items', () => {
  const schema = fields({ names: list(text(), 2, 'event.too_many_fields') });
  expect(v.parse(schema, { names: ['a', 'b'] })).toEqual({ names: ['a', 'b'] });
  expect(fieldErrorsOf(schema, { names: ['a', 'b', 'c'] })).toEqual({ names: 'event.too_many_fields' });
  expect(fieldErrorsOf(schema, { names: 'a' })).toEqual({ names: 'request.invalid' });
});

describe('JSON with too many values', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 0]));
  const deepArray = `${'['.repeat(17)}${']'.repeat(17)}`;

  test('is rejected with 413 over both transports, as is JSON that is nested too deep', async () => {
    for (const body of [JSON.stringify({ ...submission, ...manyKeys }), `{"more":${deepArray}}`]) {
      const rest = await app.api('POST /events/submit', { body });
      const trpc = await app.trpc('mutation', 'public.submissions.submit', { body: JSON.parse(body) });
      expect([rest.status, trpc.status]).toEqual([413, 413]);
      expect(rest.body).toMatchObject({ code: 'request.too_large' });
    }
  });

  test('is not confused by quotes and brackets in texts', async () => {
    const event_name = '{"[,:\\'.repeat(20);
    const { status } = await app.api('POST /events/submit', { body: { ...submission, event_name } });
    expect(status).toBe(200);
  });
});

describe('folding', () => {
  test('gives the same result when marks and invisible characters are removed first', () => {
    const INVISIBLE_OR_MARK = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
    const foldWithoutMarks = (input: string) =>
      input.normalize('NFKD').replace(INVISIBLE_OR_MARK, '').toLowerCase().replace(/\s+/g, ' ').trim();
    for (let code = 0; code < 0x20000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      for (const sample of [character, `a${character}\u0301\u0316B`])
        if (fold(sample) !== foldWithoutMarks(sample)) expect(sample).toBe('');
    }
  });

  test('never passes a run of marks to normalize, because normalize sorts them in n² steps', () => {
    const normalizedTexts: string[] = [];
    const original = String.prototype.normalize;
    String.prototype.normalize = function (form) {
      normalizedTexts.push(String(this));
      return original.call(this, form);
    };
    try {
      expect(fold(`Å${'\u0301\u0316'.repeat(2000)}by`)).toBe('aby');
    } finally {
      String.prototype.normalize = original;
    }
    expect(normalizedTexts.map(({ length }) => length)).toEqual([3]);
  });
});
