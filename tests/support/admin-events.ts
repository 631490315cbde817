import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { TestApp } from './app.ts';
import { call } from './call.ts';
import type { makeAdmin } from './content.ts';

type Input = Record<string, unknown>;
type Caller = { app: TestApp; admin: Awaited<ReturnType<typeof makeAdmin>> };

export const RACE = {
  event_name: 'Loppet',
  event_date: '2027-05-22',
  sport_type: 'Löpning',
  distances: '10 km',
  ort: 'Mora',
};

/** Over REST. */
export async function createAsAdmin({ app, admin }: Caller, more: Input = {}): Promise<AdminEvent> {
  return (await call<AdminEvent>(app, 'rest', 'admin.events.create', admin, { ...RACE, ...more })).body;
}

/** Over REST, whatever the version, with a place that is looked up. */
export const updateAsAdmin = ({ app, admin }: Caller, event: AdminEvent, changes: Input) =>
  call<AdminEvent>(app, 'rest', 'admin.events.update', admin, {
    ...event,
    latitude: null,
    longitude: null,
    version: null,
    ...changes,
  });
