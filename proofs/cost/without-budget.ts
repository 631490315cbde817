// Preloaded by the control.
import { plugin } from 'bun';

plugin({
  name: 'without budget',
  setup(build) {
    build.onLoad({ filter: /src\/platform\/work-budget\.ts$/ }, () => ({
      contents: `
        export const STOPWATCH = { elapsed: () => performance.now(), cpu: () => 0 };
        export const createWorkBudget = () => ({ begin: async () => () => {} });
      `,
      loader: 'ts',
    }));
  },
});
