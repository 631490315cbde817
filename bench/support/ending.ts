const cleanups: (() => unknown)[] = [];
let ending: Promise<void> | undefined;

/** The last function registered is called first. */
export function atEnd(cleanUp: () => unknown): void {
  cleanups.push(cleanUp);
}

export async function runBench(bench: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void endAll().then(() => process.exit(1)));
  }
  try {
    await bench();
  } catch (error) {
    // After Ctrl-C, the interrupted measurement fails too.
    if (!ending) console.error(error);
    process.exitCode = 1;
  } finally {
    await endAll();
  }
  process.exit();
}

function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const cleanUp of cleanups.reverse()) {
      try {
        await cleanUp();
      } catch (error) {
        console.error(error);
      }
    }
  })();
  return ending;
}
