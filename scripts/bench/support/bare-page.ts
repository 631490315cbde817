// A page of a phone that loads while nobody looks: what drives browsers watches every request, keeps what each brings and notes
// where it was asked for, on the page's own thread.
import type { Browser, CDPSession } from 'playwright-core';

export type BarePage = {
  /** Opens an address; `script` runs before anything of it. */
  open: (url: string, script: string) => Promise<void>;
  /** What an expression comes to, as JSON. */
  ask: <Answer>(expression: string) => Promise<Answer>;
  close: () => Promise<void>;
};

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

export async function barePage(browser: Browser, slowed: number): Promise<BarePage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const send = await attach(session, targetId);
  await send('Emulation.setDeviceMetricsOverride', {
    ...{ width: 390, height: 844, deviceScaleFactor: 2, mobile: true },
  });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await send('Page.enable');
  return {
    async open(url, source) {
      await send('Page.addScriptToEvaluateOnNewDocument', { source });
      await send('Page.navigate', { url });
    },
    async ask<Answer>(expression: string) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return (result as { value: Answer }).value;
    },
    close: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}

/** Commands to a target of its own, through the session of the browser. */
async function attach(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', (told) => {
    if (told.sessionId !== sessionId) return;
    const answer: Answer = JSON.parse(told.message);
    waiting.get(answer.id ?? -1)?.(answer);
  });
  let last = 0;
  return async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result = {}, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
