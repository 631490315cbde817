// Preloaded by the control: background work goes on, and a lock conflict ends the import, as before.
import { plugin } from 'bun';

plugin({
  name: 'without pause',
  setup(build) {
    build.onLoad({ filter: /src\/platform\/database\/restore-lock\.ts$/ }, () => ({
      contents: `
        export class RestoreRunning extends Error {}
        export const keepBackgroundOut = async () => {};
        export const pausedByRestores = (db) => db;
      `,
      loader: 'ts',
    }));
    build.onLoad({ filter: /src\/features\/backup\/import\/store\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(
        'return code === DEADLOCK || code === LOCK_TIMEOUT;',
        'return false;',
      ),
      loader: 'ts',
    }));
  },
});
