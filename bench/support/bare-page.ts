// Loads a page as on a phone, without Playwright: it watches and buffers every request and records the source of each
// on the page's own thread, which slows the page.
import type { Browser, CDPSession } from 'playwright-core';

export type BarePage = {
  /** `script` runs before any script of the page. */
  open: (url: string, script: string) => Promise<void>;
  evaluate: <Value>(expression: string) => Promise<Value>;
  close: () => Promise<void>;
};

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

export async function barePage(browser: Browser, cpuSlowdown: number): Promise<BarePage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const send = await attach(session, targetId);
  await send('Emulation.setDeviceMetricsOverride', {
    ...{ width: 390, height: 844, deviceScaleFactor: 2, mobile: true },
  });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await send('Page.enable');
  return {
    async open(url, source) {
      await send('Page.addScriptToEvaluateOnNewDocument', { source });
      await send('Page.navigate', { url });
    },
    async evaluate<Value>(expression: string) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return (result as { value: Value }).value;
    },
    close: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}

async function attach(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const pendingReplies = new Map<number, (reply: Reply) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const reply: Reply = JSON.parse(event.message);
    pendingReplies.get(reply.id ?? -1)?.(reply);
  });
  let lastId = 0;
  return async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    pendingReplies.set(id, resolve);
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result = {}, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
