import { existsSync } from 'node:fs';
import { freePort } from '#tests/support/free-port.ts';
import { until } from '#tests/support/process.ts';
import { type Engine, findVisible, type Tab, type Target } from './tab.ts';

const MINI_BROWSER = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path));
const START_LIMIT_MS = 30_000;
/** Of an element in a response (WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Drives WebKitGTK by WebDriver, each window full-screen on a display of its own, which has the size of the page. */
export async function launchWebKit(): Promise<Engine> {
  const driver = Bun.which('WebKitWebDriver');
  const xvfb = Bun.which('Xvfb');
  if (!driver || !xvfb || !MINI_BROWSER)
    throw new Error('WebKit is not complete: sudo apt-get install -y webkit2gtk-driver xvfb');
  let version = '';
  const ends: (() => Promise<void>)[] = [];

  async function openTab(size: { width: number; height: number }): Promise<Tab> {
    const display = `:${freePort()}`;
    const screen = Bun.spawn(
      [xvfb ?? '', display, '-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    );
    const port = freePort();
    const driverProcess = Bun.spawn([driver ?? '', `--port=${port}`], {
      stdio: ['ignore', 'ignore', 'ignore'],
      // Its sandbox does not start for root, and graphics are software here.
      env: {
        ...process.env,
        DISPLAY: display,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    const call = async <Value>(method: string, path: string, body?: unknown): Promise<Value> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
      if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
      return value;
    };
    await until(() => call('GET', '/status').then(() => true), START_LIMIT_MS);
    const session = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', '--full-screen'] },
          },
        },
      },
    );
    version = session.capabilities.browserVersion;
    const at = `/session/${session.sessionId}`;
    await call('POST', `${at}/window/rect`, size);
    const look = (target: Target) =>
      call<Record<string, string> | null>('POST', `${at}/execute/sync`, {
        script: `return (${findVisible})(...arguments)`,
        args: [target],
      });
    const find = async (target: Target) => {
      const found = await look(target);
      if (!found?.[ELEMENT]) throw new Error(`${target.css} with "${target.text ?? ''}" is not visible.`);
      return `${at}/element/${found[ELEMENT]}`;
    };
    const close = async () => {
      await call('DELETE', at).catch(() => {});
      driverProcess.kill();
      screen.kill();
    };
    ends.push(close);
    return {
      open: (url) => call('POST', `${at}/url`, { url }),
      has: async (target) => (await look(target)) !== null,
      press: async (target) => call('POST', `${await find(target)}/click`, {}),
      async type(target, text) {
        const element = await find(target);
        await call('POST', `${element}/clear`, {});
        await call('POST', `${element}/value`, { text });
      },
      close,
    };
  }

  return {
    get name() {
      return `WebKitGTK ${version}`;
    },
    openTab,
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  };
}
