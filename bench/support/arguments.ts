import { parseArgs } from 'node:util';

export type BenchArguments = {
  rounds: number;
  seconds: number;
  write: string | undefined;
};

/** Exits with the help if asked for, or with 2 if the arguments are wrong. */
export function readBenchArguments(
  help: string,
  defaults: { rounds: number; seconds?: number },
): BenchArguments {
  const { seconds = 6 } = defaults;
  const text = `${help}

  --rounds N    number of alternating rounds, at least 3 (${defaults.rounds})
  --seconds N   duration of one measurement (${seconds})
  --write FILE  replaces this benchmark's section in FILE

Exit codes: 0 done, 1 failed, 2 misused. A missed target is printed, but is not a failure.`;
  const options = {
    rounds: { type: 'string', default: String(defaults.rounds) },
    seconds: { type: 'string', default: String(seconds) },
    write: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help) {
      console.log(text);
      process.exit(0);
    }
    const parsed = { rounds: Number(values.rounds), seconds: Number(values.seconds), write: values.write };
    if (parsed.rounds >= 3 && parsed.seconds >= 1) return parsed;
    console.error(`--rounds must be at least 3 and --seconds at least 1.\n\n${text}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${text}`);
  }
  process.exit(2);
}
