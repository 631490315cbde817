import { beforeEach } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, auditLog, events, rateLimits, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type {
  AdminProposal,
  Organiser,
  OrganiserEvent,
  OrganiserView,
} from '#src/features/organisers/contract.ts';
import { bearer } from './accounts.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { appOfFile } from './of-file.ts';

export const transport = 'rest';

export const START = new Date('2027-01-15T09:00:00.000Z');
const RACE = {
  event_name: 'Loppet',
  event_date: '2027-05-22',
  sport_type: 'Löpning',
  distances: '10 km, 21,1 km',
  ort: 'Mora',
  landskap: 'Dalarna',
};
export type Caller = { headers: Record<string, string> };

/** An app with an admin, and what organisers and admins do in it. */
export async function openOrganiserWorld() {
  let now = START;
  const app = await appOfFile({ now: () => now, mail: true });
  const admin = await makeAdmin(app.db, { username: 'vera' });
  beforeEach(async () => {
    now = START;
    for (const table of [announcements, events, series, auditLog, rateLimits]) await app.db.delete(table);
  });

  const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
    call<Body>(app, 'rest', name, admin, input);
  const create = async (more: Record<string, unknown> = {}) =>
    (await as<AdminEvent>('admin.events.create', { ...RACE, ...more })).body;
  const storedOf = async (id: string) => (await app.db.select().from(events).where(eq(events.id, id)))[0];

  let addresses = 0;
  const newAddress = () => `tavling${++addresses}@loppet.example`;

  async function invite(seriesId: string | null | undefined, email = newAddress()) {
    const { body } = await as<Organiser>('admin.organisers.invite', { id: seriesId, email });
    const mail = await app.nextMail(email);
    const token = /\/arrangor#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    return { ...body, token, headers: bearer(token) };
  }

  async function raceWithOrganiser(more: Record<string, unknown> = {}) {
    const event = await create(more);
    return { event, organiser: await invite(event.series_id) };
  }

  const view = (organiser: Caller) => call<OrganiserView>(app, 'rest', 'organiser.events.view', organiser);
  const update = <Body = OrganiserEvent>(organiser: Caller, input: Record<string, unknown>) =>
    call<Body & { code?: string }>(app, 'rest', 'organiser.events.update', organiser, input);
  const proposals = async () => (await as<AdminProposal[]>('admin.proposals.list')).body;
  const review = <Body = AdminProposal>(input: Record<string, unknown>) =>
    as<Body & { code?: string }>('admin.proposals.review', input);

  return {
    admin,
    app,
    as,
    create,
    invite,
    newAddress,
    now: () => now,
    proposals,
    raceWithOrganiser,
    review,
    setNow: (value: typeof now) => {
      now = value;
    },
    storedOf,
    update,
    view,
  };
}
