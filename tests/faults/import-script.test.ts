import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { DEMO_CSV, gridOf, utf8, withRealDates, workbook } from '#tests/support/event-files.ts';
import { runScript, startServer, temporaryDir, until } from '#tests/support/process.ts';

const dir = temporaryDir();
const importFile = (...args: string[]) => runScript('import-events', args, dir.path);
const count = async () => ((await (await fetch(`${server.url}/api/events`)).json()) as unknown[]).length;
async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(dir.path, name);
  await Bun.write(path, bytes);
  return path;
}

const server = await startServer(dir.path, { DEMO: '0' });
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

describe('import:events while the server runs', () => {
  test('reports in a dry run what would happen, and stores nothing', async () => {
    const { exit, out } = await importFile(DEMO_CSV, '--dry-run');
    expect(exit).toBe(0);
    expect(out).toContain('nothing is stored');
    expect(out).toContain('56 imported');
    expect(await count()).toBe(0);
  });

  test('stores 56 events, and the server returns them', async () => {
    const { exit, out, err } = await importFile(DEMO_CSV);
    expect({ exit, out: out.trim() }).toEqual({
      exit: 0,
      out: expect.stringMatching(
        /^56 rows read: 56 imported, 0 updated, 0 already there, 0 with errors\.\nTo undo it: bun run import:events --undo [0-9a-f-]{36}$/,
      ),
    });
    expect(err).toContain('reading the file\n');
    // Another process stored them, so cached public reads may be up to a second old.
    await until(async () => (await count()) === 56, 1000);
  });

  test('reports all 56 events as already stored when they are imported again as xlsx, and exits with 0', async () => {
    const file = await fileOf('lopp.xlsx', workbook(withRealDates(await gridOf(DEMO_CSV)), 'xlsx'));
    const { exit, out } = await importFile(file);
    expect(exit).toBe(0);
    expect(out).toContain('0 imported, 0 updated, 56 already there, 0 with errors');
    expect(out.match(/^Rad \d+: Evenemanget finns redan\.$/gm)).toHaveLength(56);
    expect((await importFile(file, '--update')).out).toContain('0 imported, 56 updated');
    expect(await count()).toBe(56);
  });

  test('names the rows that it ignores', async () => {
    const [header = [], row = []] = await gridOf(DEMO_CSV);
    const note = [...header.map(() => ''), 'ring Eva'];
    const file = await fileOf('noter.csv', utf8([[...header, 'Anteckning'], [...row, ''], note]));
    const { out } = await importFile(file, '--dry-run');
    expect(out).toContain('2 rows in the file, 1 ignored:');
    expect(out).toMatch(/^Rad 3: raden har bara text i kolumner som inte läses\.$/m);
  });

  test('undoes an import by its id, first as a dry run, and only once', async () => {
    const [header = [], row = []] = await gridOf(DEMO_CSV);
    const { out } = await importFile(await fileOf('fel.csv', utf8([header, row.with(1, 'Fel lopp')])));
    const id = /--undo (\S+)/.exec(out)?.[1] ?? '';
    const dryRun = await importFile('--undo', id, '--dry-run');
    expect(dryRun.out).toContain('nothing is stored');
    await until(async () => (await count()) === 57, 1000);
    const { exit, out: undone } = await importFile('--undo', id);
    expect({ exit, undone }).toEqual({
      exit: 0,
      undone: expect.stringMatching(/^Removed: 1\n {2}\S+ Fel lopp \(.+\)\nRestored: 0\nKept: 0\n$/),
    });
    await until(async () => (await count()) === 56, 1000);
    const again = await importFile('--undo', id);
    expect(again).toMatchObject({ exit: 1, out: '' });
    expect(again.err).toStartWith('Nothing undone. ');
    expect((await importFile('--undo', 'lopp.csv')).exit).toBe(1);
  });

  test('reports the columns that it does not read', async () => {
    const [header = [], row = []] = await gridOf(DEMO_CSV);
    const file = await fileOf(
      'wide.csv',
      utf8([
        [...header, 'Anteckning'],
        [...row, 'x'],
      ]),
    );
    const { out } = await importFile(file, '--dry-run');
    expect(out).toContain('Columns that were not read: Anteckning.');
  });

  test('leaves the database running for an idle server', () => {
    expect(server.log()).not.toContain('The embedded database has died');
  });

  test('exits with 1 when no row is usable, and when the file is unreadable or missing', async () => {
    const [header = [], row = []] = await gridOf(DEMO_CSV);
    const invalid = await importFile(await fileOf('bad.csv', utf8([header, row.with(0, 'i vår')])));
    expect(invalid.exit).toBe(1);
    expect(invalid.out).toContain('Rad 2: datumet "i vår" går inte att läsa.');
    const broken = await importFile(await fileOf('broken.xlsx', new Uint8Array(100)));
    expect(broken).toMatchObject({ exit: 1, out: '' });
    expect(broken.err).toContain('Filen heter .xlsx men är ingen Excel-fil.');
    const missing = await importFile(join(dir.path, 'missing.csv'));
    expect(missing).toMatchObject({ exit: 1, out: '' });
    expect(missing.err.trim()).toBe(`Nothing imported. There is no file ${join(dir.path, 'missing.csv')}.`);
  });

  test('exits with 2 for invalid arguments, and with 0 for --help', async () => {
    for (const args of [[], ['a.csv', 'b.csv'], ['--force', 'a.csv']]) {
      expect((await importFile(...args)).exit).toBe(2);
    }
    const help = await importFile('--help');
    expect(help.exit).toBe(0);
    expect(help.out).toContain('Exit codes:');
  });
});
