import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  ClockState: ['What the clock shows, and whether it is trusted.'],
};
