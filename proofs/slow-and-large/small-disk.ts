import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '#tests/support/process.ts';

const MB = 1024 * 1024;

export type SmallDisk = {
  path: string;
  /** In bytes. */
  free: () => number;
  fillTo: (bytesLeft: number) => void;
  empty: () => void;
  remove: () => void;
};

/** The disk is in memory. Returns undefined if the user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const dir = temporaryDir();
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', dir.path]);
  if (mount.status !== 0) {
    dir.remove();
    return undefined;
  }
  const filler = join(dir.path, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(dir.path);
    return bavail * bsize;
  };
  const empty = () => rmSync(filler, { force: true });
  return {
    path: dir.path,
    free,
    fillTo(bytesLeft) {
      empty();
      const file = openSync(filler, 'w');
      const chunk = Buffer.alloc(MB);
      let size = 0;
      try {
        for (;;) size += writeSync(file, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      ftruncateSync(file, size - bytesLeft);
      closeSync(file);
    },
    empty,
    remove: () => {
      // Lazy unmount, because a process may still use the disk for a moment.
      spawnSync('umount', ['-l', dir.path]);
      dir.remove();
    },
  };
}
