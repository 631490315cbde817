import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export type FieldTexts = {
  /**
   * By the name of the field. A longer key is more specific: `OwnAccount.id` or `other_user.id` are preferred to `id`.
   * The name of a schema is the key of its own description.
   */
  descriptions: Record<string, string>;
  /** The same for examples. `marketplace.accounts.register.message` is the example of one operation. */
  examples: Record<string, unknown>;
};

/** Where a field is: the operation or named schema, then the names of fields and schemas down to it. */
type Path = readonly string[];

const REF = '#/components/schemas/';
export const refTo = (name: string): JsonSchema => ({ $ref: `${REF}${name}` });
const nameOf = ({ $ref }: JsonSchema) => ($ref?.startsWith(REF) ? $ref.slice(REF.length) : undefined);

/**
 * Converts valibot schemas to JSON Schema and adds descriptions and examples. Schemas in `named` become references to
 * `components`. `outputs` are the other schemas of responses, by operation.
 */
export function createSchemas(
  named: Record<string, GenericSchema>,
  outputs: Record<string, GenericSchema>,
  texts: FieldTexts,
) {
  const definitions = toJsonSchemaDefs(
    { ...outputs, ...named },
    {
      target: 'draft-2020-12',
      typeMode: 'output',
      errorMode: 'ignore',
      overrideRef: ({ referenceId }) => `${REF}${referenceId}`,
    },
  ) as Record<string, JsonSchema>;
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const [name, schema] of Object.entries(definitions)) {
    const description = mostSpecificText(texts.descriptions, [name]);
    if (description !== undefined) schema.description = description;
    annotate(schema, [name], texts, { isOutput: true });
  }

  function exampleOf(schema: JsonSchema, path: Path): unknown {
    if (schema.const !== undefined) return schema.const;
    const ownExample = mostSpecificText(texts.examples, path);
    if (ownExample !== undefined) return ownExample;
    const name = nameOf(schema);
    if (name !== undefined) return exampleOf(definitions[name] ?? {}, [...path, name]);
    const [first] = optionsOf(schema);
    if (first) return exampleOf(first, path);
    if (schema.type === 'array') return [exampleOf(itemsOf(schema), path)];
    if (schema.type !== 'object') return undefined;
    const entries = Object.entries(propertiesOf(schema)).map(([key, property]) => [
      key,
      exampleOf(property, [...path, key]),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  return {
    exampleOf,
    output(operation: string, schema: GenericSchema): JsonSchema {
      const name = names.get(schema);
      return name === undefined ? (definitions[operation] ?? {}) : refTo(name);
    },
    /** The JSON Schemas that an input may have, with the path of each. Most inputs have one. */
    input(operation: string, schema: GenericSchema): { shape: JsonSchema; path: Path }[] {
      return shapesOf(schema).flatMap((one) => {
        const { $schema, ...converted } = toJsonSchema(one, {
          target: 'draft-2020-12',
          typeMode: 'input',
          errorMode: 'ignore',
        });
        const path = [operation, names.get(one) ?? names.get(schema) ?? 'input'];
        annotate(converted, path, texts, { isOutput: false });
        const options = optionsOf(converted);
        return (options.length > 0 ? options : [converted]).map((shape) => ({ shape, path }));
      });
    },
    componentsOf(document: unknown): Record<string, JsonSchema> {
      const found = new Map<string, JsonSchema>();
      const collect = (part: unknown) => {
        for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
          const schema = definitions[name];
          if (!schema || found.has(name)) continue;
          found.set(name, schema);
          collect(schema);
        }
      };
      collect(document);
      return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
    },
  };
}
export type Schemas = ReturnType<typeof createSchemas>;

/** A `v.lazy` schema lists the schemas that it selects from as `shapes`. */
export const shapesOf = (schema: GenericSchema): GenericSchema[] =>
  'shapes' in schema ? (schema.shapes as GenericSchema[]) : [schema];

export const propertiesOf = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;
export const itemsOf = (schema: JsonSchema) => (schema.items ?? {}) as JsonSchema;
export const optionsOf = (schema: JsonSchema) => (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];

/** The text with the most specific key for the field at `path`. */
function mostSpecificText<Text>(texts: Record<string, Text>, path: Path): Text | undefined {
  const keys = [`${path[0]}.${path.at(-1)}`, ...path.map((_, from) => path.slice(from).join('.'))];
  const key = keys.find((one) => Object.hasOwn(texts, one));
  return key === undefined ? undefined : texts[key];
}

function annotate(schema: JsonSchema, path: Path, texts: FieldTexts, options: { isOutput: boolean }): void {
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    const propertyPath = [...path, key];
    const description = mostSpecificText(texts.descriptions, propertyPath);
    const example = mostSpecificText(texts.examples, propertyPath);
    if (description !== undefined) property.description = description;
    const isExampleNeeded = example !== undefined && !property.$ref && property.const === undefined;
    if (isExampleNeeded) property.examples = [example] as JsonSchema['examples'];
    if (options.isOutput) for (const type of [property, ...optionsOf(property)]) refineType(type, example);
    annotate(property, propertyPath, texts, options);
  }
  for (const option of optionsOf(schema)) annotate(option, path, texts, options);
  annotateIfSchema(schema.items, path);
  annotateIfSchema(schema.additionalProperties, path);

  function annotateIfSchema(part: unknown, partPath: Path) {
    if (typeof part === 'object' && part !== null) annotate(part as JsonSchema, partPath, texts, options);
  }
}

const FORMATS: [string, RegExp][] = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
];

/** Responses are declared as plain strings and numbers. The example shows which format they have. */
function refineType(schema: JsonSchema, example: unknown): void {
  if (schema.type === 'number' && Number.isInteger(example)) schema.type = 'integer';
  if (schema.type !== 'string' || schema.enum || typeof example !== 'string') return;
  const format = FORMATS.find(([, pattern]) => pattern.test(example))?.[0];
  if (format) schema.format = format;
}
