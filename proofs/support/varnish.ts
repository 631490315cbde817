import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { temporaryDir, until } from '#tests/support/process.ts';

const VCL = join(import.meta.dir, '../../ops/varnish.vcl');
// Debian installs it where only the administrator's path leads.
const PATH = `${process.env.PATH}:/usr/sbin`;
const VARNISH = Bun.which('varnishd', { PATH });

/** If Varnish is not installed, the tests that need it are skipped. With CI=true, as in `bun run prove`, they fail. */
export const runsVarnishTests = VARNISH !== null || process.env.CI === 'true';
if (!VARNISH)
  console.log('NOT RUN through Varnish: varnishd is not installed (`apt-get install varnish wrk`).');

export const readVcl = () => readFileSync(VCL, 'utf8');

/** Varnish with `ops/varnish.vcl` in front of two instances. Resolves when both are healthy. */
async function startVarnish(upstreams: readonly [string, string], vcl: string) {
  if (!VARNISH) throw new Error('varnishd is not installed: `apt-get install varnish wrk`.');
  const dir = temporaryDir();
  const port = freePort();
  const file = join(dir.path, 'varnish.vcl');
  const [one, two] = upstreams.map((url) => new URL(url).port);
  await Bun.write(file, vcl.replace('"3001"', `"${one}"`).replace('"3002"', `"${two}"`));
  const run = Bun.spawn(
    [
      VARNISH,
      ...['-F', '-j', 'none', '-n', join(dir.path, 'work'), '-f', file],
      ...['-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,128m'],
    ],
    { env: { PATH, HOME: dir.path }, stdout: 'pipe', stderr: 'pipe' },
  );
  const stop = async () => {
    run.kill();
    await run.exited;
    dir.remove();
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(async () => {
      if (run.exitCode !== null) throw new Error(`Varnish exited with ${run.exitCode}.`);
      return (await fetch(`${url}/api/health`)).ok;
    }, 20_000);
  } catch (cause) {
    run.kill();
    throw new Error(`Varnish did not start: ${await new Response(run.stderr).text()}`, { cause });
  }
  return { url, stop };
}

export async function withVarnish<Result>(
  upstreams: readonly [string, string],
  vcl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { url, stop } = await startVarnish(upstreams, vcl);
  try {
    return await work(url);
  } finally {
    await stop();
  }
}
