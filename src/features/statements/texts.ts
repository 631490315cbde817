import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  Statement: ['What a member was told about a decision against them, and their objection.'],
};
