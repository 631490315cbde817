import { expect, test } from 'bun:test';
import { readConfig } from '#src/platform/config.ts';
import { createLog } from '#src/platform/log.ts';
import { openContext } from '#src/platform/open.ts';
import { makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { startServer, temporaryDir } from '#tests/support/process.ts';

test('SIGTERM closes open inbox streams and ends the process within 3 s', async () => {
  const dir = temporaryDir();
  const server = await startServer(dir.path, { DEMO: '0' });
  const opened = await openContext(readConfig({ DATA_DIR: dir.path }), createLog('silent'));
  const member = await makeMember(opened.context.database.db);
  await opened.close();
  const streams = await Promise.all([openStream(server, member.headers), openStream(server, member.headers)]);
  expect(streams.map((stream) => stream.code())).toEqual([undefined, undefined]);
  const start = performance.now();
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(performance.now() - start).toBeLessThan(3000);
  expect(streams.map((stream) => stream.received.at(-1)?.event)).toEqual(['return', 'return']);
  dir.remove();
});
