import { manyEvents, utf8 } from '#tests/support/event-files.ts';
import { pngOf } from '#tests/support/media.ts';
import { startServer, until } from '#tests/support/process.ts';
import { ADMIN, loginAt } from './product.ts';
import type { SmallDisk } from './small-disk.ts';
import { filesIn } from './uploads.ts';

const MB = 1024 * 1024;
const DISK_FULL_CODE = 'server.disk_full';

/** `written` counts the messages that were acknowledged, before and after there was room again. */
export type DiskReport = { refused: number; written: number; reads: number; faults: string[] };

export async function writeToFullDisk(disk: SmallDisk, messageCount: number): Promise<DiskReport> {
  const report: DiskReport = { refused: 0, written: 0, reads: 0, faults: [] };
  const server = await startServer(disk.path, { ...ADMIN, DEMO: '1' });
  try {
    const headers = await loginAt(server.url);
    const send = (path: string, content: Uint8Array<ArrayBuffer>, name: string) => {
      const body = new FormData();
      body.append('file', new File([content], name));
      return fetch(`${server.url}/api/admin/${path}`, { method: 'POST', headers, body });
    };
    const picture = pngOf(20 * MB);
    const events = Uint8Array.from(utf8(await manyEvents(2000)));
    const backup = await (await fetch(`${server.url}/api/admin/backup/export`, { headers })).bytes();
    const calls: Record<string, () => Promise<Response>> = {
      upload: () => send('banners/upload', picture, 'a.png'),
      import: () => send('events/import', events, 'a.csv'),
      'backup export': () => fetch(`${server.url}/api/admin/backup/export`, { headers }),
      'backup import': () => send('backup/import', backup, 'a.json'),
    };
    let sent = 0;
    const sendMessage = () =>
      fetch(`${server.url}/api/contact/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++sent}` },
        body: JSON.stringify({
          name: 'Anna',
          email: 'anna@example.se',
          subject: 'Hej',
          message: Bun.randomUUIDv7().repeat(130),
        }),
      });
    const countStored = async () =>
      ((await (await fetch(`${server.url}/api/admin/contact/messages`, { headers })).json()) as unknown[])
        .length;

    // The demonstration data has messages too.
    const demoMessages = await countStored();

    const expectRefusal = async (what: string, call: () => Promise<Response>) => {
      const before = filesIn(disk.path);
      const freeBefore = disk.free();
      const response = await call();
      const text = await response.text();
      const code = /"code":"([^"]+)"/.exec(text)?.[1];
      if (response.status === 503 && code === DISK_FULL_CODE && response.headers.has('retry-after'))
        report.refused++;
      else report.faults.push(`${what}: ${response.status} ${code ?? text.slice(0, 60)}`);
      const addedFiles = filesIn(disk.path).filter((file) => !before.includes(file));
      for (const file of addedFiles) report.faults.push(`${what} left ${file}`);
      if (freeBefore - disk.free() > MB) report.faults.push(`${what} used up space`);
    };
    const read = async () => {
      for (const path of ['/', '/api/events']) {
        const { status } = await fetch(`${server.url}${path}`);
        report.reads++;
        if (status !== 200) report.faults.push(`${path} returned ${status}`);
      }
    };

    // The disk has room for half of the first upload, and for nothing of the later ones.
    disk.fillTo(10 * MB);
    await expectRefusal('an upload that fits in part', calls.upload as () => Promise<Response>);
    await read();
    disk.fillTo(0);
    for (const [what, call] of Object.entries(calls)) {
      await expectRefusal(what, call);
      await read();
    }
    let acknowledged = 0;
    for (let turn = 0; turn < messageCount; turn++) {
      const response = await sendMessage();
      if (response.status === 200) acknowledged++;
      else if (((await response.clone().json()) as { code: string }).code === DISK_FULL_CODE)
        report.refused++;
      else
        report.faults.push(`a message returned ${response.status} ${(await response.text()).slice(0, 120)}`);
    }
    await read();

    disk.empty();
    await until(async () => (await sendMessage()).status === 200, 30_000).then(() => acknowledged++);
    const stored = (await countStored()) - demoMessages;
    if (stored !== acknowledged)
      report.faults.push(`${acknowledged} messages were acknowledged, but ${stored} are stored`);
    for (const [what, call] of Object.entries(calls)) {
      const response = await call();
      if (response.status !== 200)
        report.faults.push(`${what} returned ${response.status} although there is room again`);
      await response.bytes();
    }
    report.written = acknowledged;
    return report;
  } finally {
    server.signal('SIGTERM');
    await server.exited;
  }
}
