import { expect, test } from 'bun:test';
import { adminOf } from '#src/features/admins/sessions/service.ts';
import type { CallContext } from '#src/platform/context.ts';
import { appRouter } from '#src/router.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

let token = '';
const app = await appOfFile();
({ token } = await makeAdmin(app.db));

/** Whether the connection of the call may be idle for longer than 10 s. */
async function mayBeIdle(
  bearer: string,
  work: (caller: ReturnType<typeof appRouter.createCaller>) => Promise<unknown>,
) {
  let isDisabled = false;
  const caller = appRouter.createCaller({
    ...app.context,
    identify: { admin: adminOf },
    requestId: '',
    ipAddress: '',
    userAgent: '',
    bearer,
    snapshots: { waitForFresh: async () => {} },
    responseHeaders: {},
    disableIdleTimeout: () => {
      isDisabled = true;
    },
  } as unknown as CallContext);
  await work(caller).catch(() => {});
  return isDisabled;
}

const undo = { id: Bun.randomUUIDv7(), dry_run: true };

test('only the calls of admins that may take minutes keep an idle connection open', async () => {
  expect(await mayBeIdle(token, (caller) => caller.admin.imports.undo(undo))).toBe(true);
  expect(await mayBeIdle('no-session', (caller) => caller.admin.imports.undo(undo))).toBe(false);
  expect(await mayBeIdle(token, (caller) => caller.admin.imports.list())).toBe(false);
});
