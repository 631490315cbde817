import type { FieldTexts } from './schemas.ts';

/**
 * A description and an example of each field, and a description of each schema. A key with a dot is a field of one
 * schema or object. They are not in the contracts, because the contracts are also part of the client bundle.
 */
export type Texts = Record<string, [description: string, example?: unknown]>;
/** Examples by field, in place of those of the texts. */
export type Examples = Record<string, unknown>;

export type AreaTexts = { texts: Texts; examples?: Examples };

/** No field may be in two areas. */
export function joinTexts(areas: readonly AreaTexts[]): FieldTexts {
  const rows = areas.flatMap(({ texts }) => Object.entries(texts));
  return {
    descriptions: Object.fromEntries(rows.map(([name, [description]]) => [name, description])),
    examples: {
      ...Object.fromEntries(
        rows.flatMap(([name, [, example]]) => (example === undefined ? [] : [[name, example]])),
      ),
      ...Object.assign({}, ...areas.map(({ examples }) => examples)),
    },
  };
}
