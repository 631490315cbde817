/** The last good answers of what everybody may read, to be served while the database is away. */
export type Snapshot = {
  keep: (path: string, answer: unknown) => void;
  /** The answer, and for how many seconds it has been kept. */
  find: (path: string) => { answer: unknown; age: number } | undefined;
  /**
   * Reads for all who ask meanwhile: who comes while a read is under way shares the one after it, so that nobody gets what
   * was read before they asked. A read that fails fails for those too.
   */
  share: <Answer extends { ok: boolean }>(path: string, read: () => Promise<Answer>) => Promise<Answer>;
};

type Flight = { running: Promise<{ ok: boolean }>; next?: Promise<{ ok: boolean }> };

/** In the memory of this process, one answer a path; nobody but the caller decides what is fresh. */
export function createSnapshot(): Snapshot {
  const kept = new Map<string, { answer: unknown; at: number }>();
  const flights = new Map<string, Flight>();

  function begin<Answer extends { ok: boolean }>(path: string, read: () => Promise<Answer>): Promise<Answer> {
    const running = read();
    const flight: Flight = { running };
    flights.set(path, flight);
    const end = () => {
      if (!flight.next) flights.delete(path);
    };
    running.then(end, end);
    return running;
  }

  return {
    keep: (path, answer) => kept.set(path, { answer, at: performance.now() }),
    find: (path) => {
      const found = kept.get(path);
      return found && { answer: found.answer, age: Math.floor((performance.now() - found.at) / 1000) };
    },
    share<Answer extends { ok: boolean }>(path: string, read: () => Promise<Answer>) {
      const flight = flights.get(path);
      if (!flight) return begin(path, read);
      const fail = <Failed>(failed: Failed) => {
        flights.delete(path);
        return failed;
      };
      flight.next ??= flight.running.then(
        (answer) => (answer.ok ? begin(path, read) : fail(answer)),
        (error) => Promise.reject(fail(error)),
      );
      return flight.next as Promise<Answer>;
    },
  };
}

/** What tells an answer from memory. */
export const snapshotHeaders = (age: number) => ({ 'x-served-from': 'snapshot', age: String(age) });
