import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  ImportPreview: ['The result of a dry run.'],
  ImportResult: ['The result of an import.'],
  PreviewRow: ['A valid row of an import file, as it would be stored.'],
};
