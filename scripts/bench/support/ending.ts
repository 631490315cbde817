// What a bench began comes to an end with it, however that ends: done, failed, Ctrl-C.
const begun: (() => unknown)[] = [];
let ending: Promise<void> | undefined;

/** To be done at the end; what was begun last ends first. */
export function atEnd(end: () => unknown): void {
  begun.push(end);
}

/** Runs a bench and ends what it began. */
export async function run(bench: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void endAll().then(() => process.exit(1)));
  }
  try {
    await bench();
  } catch (error) {
    // On Ctrl-C what was being measured fails too.
    if (!ending) console.error(error);
    process.exitCode = 1;
  } finally {
    await endAll();
  }
  process.exit();
}

function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const end of begun.reverse()) {
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  })();
  return ending;
}
