// Preloaded by the control.
import { replaceModule } from '#proofs/support/replace-module.ts';

replaceModule(
  'src/platform/limits/work-budget.ts',
  () => `
    export const STOPWATCH = { elapsed: () => performance.now(), cpu: () => 0 };
    export const createWorkBudget = () => ({ begin: async () => () => {} });
  `,
);
