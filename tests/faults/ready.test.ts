import { afterAll, expect, test } from 'bun:test';
import { freePort } from '#tests/support/free-port.ts';
import { spawnScript, startServer, temporaryDir, until } from '#tests/support/process.ts';

const dir = temporaryDir();
afterAll(() => dir.remove());

const adminEnvironment = (password: string) => ({
  ADMIN_USERNAME: 'chef',
  ADMIN_PASSWORD: password,
  DEMO: '0',
});

test('accepts only the configured admin password from the first response on', async () => {
  const oldPassword = 'Forra-starten-1';
  const first = await startServer(dir.path, adminEnvironment(oldPassword));
  first.signal('SIGTERM');
  await first.exited;

  const newPassword = 'Denna-starten-1';
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const logIn = async (password: string) => {
    const response = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'chef', password }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const child = spawnScript('start', [], dir.path, { ...adminEnvironment(newPassword), PORT: String(port) });
  try {
    await until(async () => (await fetch(`${url}/api/ready`)).ok, 60_000, 1);
    expect([await logIn(oldPassword), await logIn(newPassword)]).toEqual([401, 200]);
  } finally {
    child.kill('SIGTERM');
    await child.exited;
  }
}, 120_000);
