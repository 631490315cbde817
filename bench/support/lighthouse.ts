import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { browserPath, FLAGS } from './browser.ts';
import { temporaryDir } from './child.ts';

/** The last version that runs on Node 20. */
export const VERSION = '12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Scores from here on are rounded to 1. */
const FULL_SCORE = 0.995;

type Audit = { title: string; score: number | null; displayValue?: string; details?: { items?: object[] } };
type Result = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

export type Scores = {
  scores: Record<(typeof CATEGORIES)[number], number>;
  /** Audits that count and do not have a full score. */
  imperfectAudits: string[];
};

/** Installs in the user's cache, outside the project. Returns the path of the command line script. */
export async function installLighthouse(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const dir = join(cache, `loppkalendern-bench/lighthouse-${VERSION}`);
  const installedMarker = join(dir, 'installed');
  if (!existsSync(installedMarker)) {
    if (!Bun.which('npm'))
      throw new Error('This benchmark installs Lighthouse with npm. Install Node with npm first.');
    mkdirSync(dir, { recursive: true });
    await Bun.write(join(dir, 'package.json'), '{ "private": true }\n');
    console.error(`installing Lighthouse ${VERSION} in ${dir}, once`);
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    await runCommand(['npm', 'install', ...flags, `lighthouse@${VERSION}`], dir);
    await Bun.write(installedMarker, '');
  }
  return join(dir, 'node_modules/lighthouse/cli/index.js');
}

async function runCommand(command: string[], cwd?: string): Promise<void> {
  const run = Bun.spawn(command, {
    ...(cwd && { cwd }),
    env: { ...process.env, CHROME_PATH: browserPath() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(`${command[0]} failed:\n${output.slice(-3000)}`);
}

export async function judge(lighthouse: string, url: string): Promise<Scores> {
  const file = join(temporaryDir(), 'result.json');
  const command = [
    'node',
    lighthouse,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES}`,
    `--chrome-flags=${FLAGS.join(' ')}`,
  ];
  // Lighthouse sometimes does not notice that the page was opened, and asks to be run again.
  await runCommand(command).catch(() => runCommand(command));
  const { categories, audits } = (await Bun.file(file).json()) as Result;
  const imperfectAudits = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .flatMap(({ id }) => {
      const audit = audits[id];
      return audit && audit.score !== null && audit.score < FULL_SCORE ? [describe(id, audit)] : [];
    });
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, categories[name]?.score ?? Number.NaN]));
  return { scores: scores as Scores['scores'], imperfectAudits };
}

function describe(id: string, { score, displayValue = '', details }: Audit): string {
  const items = JSON.stringify(details?.items?.slice(0, 3) ?? []).slice(0, 400);
  return `${id} ${score} ${displayValue} ${items === '[]' ? '' : items}`.trim();
}
