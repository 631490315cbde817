import type { JsonSchema } from '@valibot/to-json-schema';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import type { ApiOperation } from '#src/platform/openapi/operations.ts';
import { optionsOf, propertiesOf } from '#src/platform/openapi/schemas.ts';

const PROSE = /^[A-Z`].*[.`]$/s;
const isProse = (text: string | undefined) => text !== undefined && PROSE.test(text);

export function gapsOf(description: ApiDescription): string[] {
  const { paths, components } = description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      gapsOfOperation(operation).map((gap) => `${method.toUpperCase()} ${path}: ${gap}`),
    ),
  );
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => [
    ...(isProse(schema.description) ? [] : [`schema ${name}: no description`]),
    ...fieldsWithoutDescription(schema).map((field) => `schema ${name}: ${field} has no description`),
  ]);
  const responses = Object.entries(components.responses).flatMap(([name, { description, content }]) => [
    ...(isProse(description) ? [] : [`response ${name}: no description`]),
    ...(content['application/json'].example ? [] : [`response ${name}: no example`]),
  ]);
  const errors = Object.entries(description['x-error-codes']).flatMap(([code, { description }]) =>
    isProse(description) ? [] : [`error ${code}: no description`],
  );
  const tags = description.tags.flatMap(({ name, description }) =>
    isProse(description) ? [] : [`tag ${name}: no description`],
  );
  const listedTags = new Set(description.tags.map(({ name }) => name));
  const usedTags = new Set(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((operation) => operation.tags),
  );
  const unlistedTags = [...usedTags]
    .filter((tag) => !listedTags.has(tag))
    .map((tag) => `tag ${tag}: not in the list of tags`);
  return [...operations, ...schemas, ...responses, ...errors, ...tags, ...unlistedTags];
}

function gapsOfOperation({
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: ApiOperation): string[] {
  const bodies = Object.values(requestBody?.content ?? {});
  const results = Object.values(responses[200]?.content ?? {});
  const fields = [...bodies, ...results].flatMap(({ schema }) => fieldsWithoutDescription(schema));
  return [
    ...(/^[A-Z][^.]+$/.test(summary) ? [] : ['no summary']),
    ...(isProse(description) ? [] : ['no description']),
    ...parameters.flatMap((parameter) => [
      ...(isProse(parameter.description) ? [] : [`parameter ${parameter.name} has no description`]),
      ...(parameter.example === undefined ? [`parameter ${parameter.name} has no example`] : []),
    ]),
    ...fields.map((field) => `${field} has no description`),
    ...bodies.flatMap(({ example, examples }) => (example || examples ? [] : ['no example of the body'])),
    ...(results.length === 1 && results[0]?.example !== undefined ? [] : ['no example of the response']),
  ];
}

function fieldsWithoutDescription(schema: JsonSchema, prefix = ''): string[] {
  const nestedSchemas = [schema.items, schema.additionalProperties, ...optionsOf(schema)].filter(
    (part): part is JsonSchema => typeof part === 'object' && part !== null,
  );
  return [
    ...Object.entries(propertiesOf(schema)).flatMap(([name, field]) => [
      ...(isProse(field.description) ? [] : [prefix + name]),
      ...fieldsWithoutDescription(field, `${prefix}${name}.`),
    ]),
    ...nestedSchemas.flatMap((part) => fieldsWithoutDescription(part, prefix)),
  ];
}
