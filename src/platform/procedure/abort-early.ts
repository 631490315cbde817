import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import * as v from 'valibot';

/**
 * Makes every procedure stop validating its input at the first issue, the only one that is returned. Valibot takes n²
 * steps to collect n issues. Forms parse the same schemas with `safeParse`, which still returns every issue.
 */
export function abortEarly(router: AnyTRPCRouter): void {
  for (const procedure of Object.values<AnyTRPCProcedure>(router._def.procedures)) {
    // tRPC's types do not expose these schemas.
    const { inputs } = procedure._def as unknown as { inputs: v.GenericSchema[] };
    for (const schema of inputs) {
      const validate = (value: unknown) => schema['~run']({ value }, v.getGlobalConfig({ abortEarly: true }));
      Object.assign(schema, { '~standard': { ...schema['~standard'], validate } });
    }
  }
}
