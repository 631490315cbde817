import { expect, test } from 'bun:test';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { isLongCall } from '#client/platform/api/long-calls.ts';
import type { Meta } from '#src/platform/procedure/trpc.ts';
import { appRouter } from '#src/router.ts';

test('the client waits longer for exactly the operations that may take minutes', () => {
  const router: AnyTRPCRouter = appRouter;
  const procedures = Object.entries<AnyTRPCProcedure>(router._def.procedures);
  const names = procedures.map(([name]) => name);
  const longNames = procedures
    .filter(([, { _def }]) => (_def.meta as Meta | undefined)?.mayTakeMinutes)
    .map(([name]) => name);
  expect(longNames.length).toBeGreaterThan(5);
  expect(names.filter(isLongCall)).toEqual(longNames);
});
