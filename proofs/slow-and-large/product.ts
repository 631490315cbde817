import { startServer, temporaryDir } from '#tests/support/process.ts';

export const ADMIN = { ADMIN_USERNAME: 'chef', ADMIN_PASSWORD: 'Mycket-hemligt-2027' };

/** Needs a product that was started with `ADMIN`. */
export async function loginAt(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

/** A product of its own. `headers` are those of its admin. */
export async function startWithAdmin() {
  const dir = temporaryDir();
  const server = await startServer(dir.path, { ...ADMIN, LOG_LEVEL: 'info' });
  return {
    ...server,
    headers: await loginAt(server.url),
    stop: async () => {
      server.signal('SIGTERM');
      await server.exited;
      dir.remove();
    },
  };
}
