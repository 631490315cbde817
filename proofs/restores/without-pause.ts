// Preloaded by the control: background work goes on, and a lock conflict ends the import, as before.
import { replaceModule } from '#proofs/support/replace-module.ts';

replaceModule(
  'src/platform/database/restore-lock.ts',
  () => `
    export class RestoreRunning extends Error {}
    export const keepBackgroundOut = async () => {};
    export const pausedByRestores = (db) => db;
  `,
);
replaceModule('src/features/backup/import/store.ts', (source) =>
  source.replace('return code === DEADLOCK || code === LOCK_TIMEOUT;', 'return false;'),
);
