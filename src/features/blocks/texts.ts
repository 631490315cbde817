import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  Block: ['A member whom the caller has blocked.'],
};
