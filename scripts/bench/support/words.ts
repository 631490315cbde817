import { parseArgs } from 'node:util';

export type Words = {
  rounds: number;
  seconds: number;
  /** The file whose section of this bench is to be replaced. */
  write: string | undefined;
};

/** The words that benches have in common; ends with the help when it was asked for or they are none of them. */
export function readBenchWords(help: string, otherwise: { rounds: number; seconds?: number }): Words {
  const { seconds = 6 } = otherwise;
  const text = `${help}

  --rounds N    so many rounds that take turns, at least 3 (${otherwise.rounds})
  --seconds N   how long one measurement takes (${seconds})
  --write FILE  replaces this bench's section in FILE

Exit code: 0 done, 1 failed, 2 misused. That a figure is missed is told, and is no failure.`;
  const options = {
    rounds: { type: 'string', default: String(otherwise.rounds) },
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
    const words = { rounds: Number(values.rounds), seconds: Number(values.seconds), write: values.write };
    if (words.rounds >= 3 && words.seconds >= 1) return words;
    console.error(`N rounds are at least 3, seconds at least 1.\n\n${text}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${text}`);
  }
  process.exit(2);
}
