import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

export type Step = { instruction: string; text: string };

export const readSteps = (file: string): Step[] =>
  file
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, instruction = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { instruction, text };
    });

/** What a build would be sent: the files of the repository without those of `.dockerignore`. */
function contextFiles(): string[] {
  const list = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  return list.stdout
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(ROOT, name)))
    .filter((name) => !ignored.some((one) => matchesGlob(name, one) || name.startsWith(`${one}/`)));
}

export type Image = {
  /** The folder of an absolute path in the image. */
  at: (path: string) => string;
  workDir: string;
  environment: Record<string, string>;
  user: string | undefined;
  command: string[];
  healthCheck: string[];
};

/**
 * Runs the steps of a Dockerfile without a container engine: each stage is a folder, which stands for the root of its
 * file system. Absolute paths in commands lead there. The base images are replaced by this machine and its Bun.
 */
export async function buildInFolders(steps: readonly Step[], folder: string): Promise<Image> {
  const stages = new Map<string, string>();
  let image: Image | undefined;
  for (const { instruction, text } of steps) {
    if (instruction === 'FROM') {
      const root = join(folder, `stage-${stages.size}`);
      mkdirSync(root, { recursive: true });
      // Another user must be able to read it.
      chmodSync(root, 0o755);
      stages.set(/ AS (\S+)$/i.exec(text)?.[1] ?? String(stages.size), root);
      image = {
        at: (path) => join(root, path),
        workDir: '/',
        environment: {},
        user: undefined,
        command: [],
        healthCheck: [],
      };
      continue;
    }
    if (!image) throw new Error(`${instruction} is before FROM.`);
    const { at } = image;
    if (instruction === 'WORKDIR') {
      image.workDir = text;
      mkdirSync(at(text), { recursive: true });
    } else if (instruction === 'ENV') {
      for (const pair of text.split(' ')) {
        const [name = '', value = ''] = pair.split('=');
        image.environment[name] = value;
      }
    } else if (instruction === 'USER') image.user = text;
    else if (instruction === 'COPY') copy(text, image, stages);
    else if (instruction === 'RUN') await run(text, image);
    else if (instruction === 'CMD') image.command = JSON.parse(text) as string[];
    else if (instruction === 'HEALTHCHECK')
      image.healthCheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4)) as string[];
    else if (!['VOLUME', 'EXPOSE'].includes(instruction))
      throw new Error(`${instruction} is not known here.`);
  }
  if (!image) throw new Error('The Dockerfile has no FROM.');
  return image;
}

function copy(text: string, { at, workDir }: Image, stages: Map<string, string>): void {
  const from = /^--from=(\S+) /.exec(text)?.[1];
  const words = text.replace(/^--from=\S+ /, '').split(' ');
  const destination = words.pop() ?? '';
  const target = at(destination.startsWith('/') ? destination : join(workDir, destination));
  if (from) {
    const stage = stages.get(from);
    if (!stage) throw new Error(`There is no stage ${from}.`);
    for (const source of words) cpSync(join(stage, source), target, { recursive: true });
    return;
  }
  const isFolder = destination.endsWith('/') || destination === '.';
  for (const source of words) {
    const prefix = source === '.' ? '' : source;
    const names = contextFiles().filter(
      (name) => !prefix || name === prefix || name.startsWith(`${prefix}/`),
    );
    if (names.length === 0) throw new Error(`COPY finds no ${source}.`);
    for (const name of names) {
      const rest = prefix ? name.slice(prefix.length).replace(/^\//, '') : name;
      const path = rest ? join(target, rest) : isFolder ? join(target, name) : target;
      mkdirSync(dirname(path), { recursive: true });
      cpSync(join(ROOT, name), path);
    }
  }
}

async function run(text: string, image: Image): Promise<void> {
  // Only root may give files to others. Without it, the server runs as the user of the tests.
  const allowed = process.getuid?.() === 0 ? text : text.replace(/&& chown \S+ \S+/, '');
  const command = allowed.replace(/(?<=^|\s)\/(?=[a-z])/g, image.at('/'));
  const child = Bun.spawn(['sh', '-ec', command], {
    cwd: image.at(image.workDir),
    env: {
      HOME: process.env.HOME,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      ...image.environment,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`RUN ${text} failed: ${out}${err}`);
}
