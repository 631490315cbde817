/** The last good answers of what everybody may read, to be served while the database is away. */
export type Snapshot = {
  keep: (path: string, answer: unknown) => void;
  /** The answer, and for how many seconds it has been kept. */
  find: (path: string) => { answer: unknown; age: number } | undefined;
};

/** In the memory of this process, one answer a path; nobody but the caller decides what is fresh. */
export function createSnapshot(): Snapshot {
  const kept = new Map<string, { answer: unknown; at: number }>();
  return {
    keep: (path, answer) => kept.set(path, { answer, at: performance.now() }),
    find: (path) => {
      const found = kept.get(path);
      return found && { answer: found.answer, age: Math.floor((performance.now() - found.at) / 1000) };
    },
  };
}

/** What tells an answer from memory. */
export const snapshotHeaders = (age: number) => ({ 'x-served-from': 'snapshot', age: String(age) });
