import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import * as v from 'valibot';

/**
 * Makes every procedure stop validating its input at the first issue, the only one a caller receives. Collecting them all
 * takes valibot n² steps. Forms parse the same schemas with `safeParse`, which still returns every issue.
 */
export function abortEarly(router: AnyTRPCRouter): void {
  for (const procedure of Object.values<AnyTRPCProcedure>(router._def.procedures)) {
    // What tRPC validates with; its types do not say that the builder keeps the schemas.
    const { inputs } = procedure._def as unknown as { inputs: v.GenericSchema[] };
    for (const schema of inputs) {
      const validate = (value: unknown) => schema['~run']({ value }, v.getGlobalConfig({ abortEarly: true }));
      Object.assign(schema, { '~standard': { ...schema['~standard'], validate } });
    }
  }
}
