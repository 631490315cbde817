import { reports } from '../../db/schema';
import type { Action } from '../../src/features/audit/contract';
import type { Db } from '../../src/platform/database';
import type { TestApp } from './app';
import { call } from './call';
import {
  makeAccount,
  type makeAdmin,
  makeAnnouncement,
  makeEvent,
  makeMember,
  makeMessage,
  makeSeries,
  makeSubmission,
} from './content';
import { png } from './media';
import { makeNotice, makeStatement, OBJECTION } from './moderation';

export const ADMIN_PASSWORD = 'Ordning2027';

export type Admin = Awaited<ReturnType<typeof makeAdmin>>;
export type Input = Record<string, unknown>;
type Case = {
  /** The action in the audit log. */
  action: Action;
  /** Creates the record that the action changes, and returns the input of the call. */
  input?: (db: Db, admin: Admin, app: TestApp) => Promise<Input> | Input;
};

const EVENT = { event_date: '2027-05-22', event_name: 'Loppet', distances: '10 km', sport_type: 'Löpning' };
const SETTINGS = { info_box_title: 'Så', info_box_steps: ['Ett'], info_box_warning: '<b>Akta dig</b>' };

const BANNER = { title: 'Banner', external_url: 'https://lopp.example/b.png' };
/** Created through the API, so that the positions have no gaps. */
const makeBanner = async (app: TestApp, admin: Admin, is_active = true) => {
  const response = await call<{ id: string }>(app, 'rest', 'admin.banners.create', admin, {
    ...BANNER,
    is_active,
  });
  return { id: response.body.id };
};

const idOf = async (row: Promise<{ id: string }>) => ({ id: (await row).id });
const newEvent = (db: Db) => makeEvent(db, { event_name: `Loppet ${Bun.randomUUIDv7()}` });
const newReport = async (db: Db, status: 'new' | 'handled') => {
  const { id, full_name, email } = await makeMember(db);
  const about = { reported_user_id: (await makeAccount(db)).id, reporter_id: id, reason: 'spam' as const };
  const row = { ...about, reporter_name: full_name, reporter_email: email, description: 'x', status };
  return (await db.insert(reports).values(row).returning())[0] as { id: string };
};

/** Every mutation for admins. Tests fail if one is missing. */
export const ADMIN_ACTION_CASES: Record<string, Case[]> = {
  'admin.admins.login': [
    { action: 'admin.login', input: (_, { username }) => ({ username, password: ADMIN_PASSWORD }) },
  ],
  'admin.admins.confirm': [{ action: 'admin.confirm', input: () => ({ password: ADMIN_PASSWORD }) }],
  'admin.admins.changePassword': [
    {
      action: 'admin.change_password',
      input: () => ({ current_password: ADMIN_PASSWORD, new_password: 'Annat-losen1' }),
    },
  ],
  'admin.admins.logout': [{ action: 'admin.logout' }],
  'admin.accounts.update': [
    {
      action: 'account.update',
      input: async (db) => {
        const { id, email } = await makeAccount(db);
        return { id, email, full_name: 'Nytt Namn', phone_number: '070-1' };
      },
    },
    {
      action: 'account.suspend',
      input: async (db) => ({ ...(await idOf(makeAccount(db))), is_suspended: true }),
    },
    {
      action: 'account.unsuspend',
      input: async (db) => ({
        ...(await idOf(makeAccount(db, { is_suspended: true }))),
        is_suspended: false,
      }),
    },
  ],
  'admin.accounts.delete': [{ action: 'account.delete', input: (db) => idOf(makeAccount(db)) }],
  'admin.announcements.setActive': [
    {
      action: 'announcement.deactivate',
      input: async (db) => ({ ...(await idOf(makeAnnouncement(db))), is_active: false }),
    },
    {
      action: 'announcement.activate',
      input: async (db) => ({ ...(await idOf(makeAnnouncement(db, { is_active: false }))), is_active: true }),
    },
  ],
  'admin.notices.decide': (['remove', 'keep'] as const).map((decision) => ({
    action: `notice.${decision}` as const,
    input: async (db) => {
      // Without its ad, whose hiding is an action of its own.
      const { id } = await makeNotice(db, { announcement_id: null });
      return { id, decision: decision === 'remove' ? 'removed' : 'kept' };
    },
  })),
  'admin.objections.decide': (['uphold', 'reverse'] as const).map((decision) => ({
    action: `objection.${decision}` as const,
    input: async (db) => {
      const { id } = await makeStatement(db, { ...OBJECTION, kind: 'ad_deleted' });
      return { id, decision: decision === 'uphold' ? 'upheld' : 'reversed' };
    },
  })),
  'admin.announcements.delete': [
    { action: 'announcement.delete', input: (db) => idOf(makeAnnouncement(db)) },
  ],
  'admin.banners.create': [{ action: 'banner.create', input: () => BANNER }],
  'admin.banners.update': [
    {
      action: 'banner.update',
      input: async (_, admin, app) => ({ ...BANNER, ...(await makeBanner(app, admin)) }),
    },
    {
      action: 'banner.deactivate',
      input: async (_, admin, app) => ({ ...(await makeBanner(app, admin)), is_active: false }),
    },
    {
      action: 'banner.activate',
      input: async (_, admin, app) => ({ ...(await makeBanner(app, admin, false)), is_active: true }),
    },
    {
      action: 'banner.move',
      input: async (_, admin, app) => {
        await makeBanner(app, admin);
        return { ...(await makeBanner(app, admin)), order_index: 0 };
      },
    },
  ],
  'admin.banners.delete': [{ action: 'banner.delete', input: (_, admin, app) => makeBanner(app, admin) }],
  'admin.contact.updateInfo': [
    { action: 'contact.update_info', input: () => ({ company_name: 'Loppet AB', phone: null }) },
  ],
  'admin.contact.markRead': [
    { action: 'contact.read', input: async (db) => ({ ...(await idOf(makeMessage(db))), is_read: true }) },
    {
      action: 'contact.unread',
      input: async (db) => ({ ...(await idOf(makeMessage(db, { is_read: true }))), is_read: false }),
    },
  ],
  'admin.contact.deleteMessage': [{ action: 'contact.delete', input: (db) => idOf(makeMessage(db)) }],
  'admin.events.create': [
    {
      action: 'event.create',
      input: () => ({ ...EVENT, event_name: `Nytt ${Bun.randomUUIDv7()}` }),
    },
  ],
  'admin.events.copy': [{ action: 'event.create', input: (db) => idOf(newEvent(db)) }],
  'admin.events.update': [
    {
      action: 'event.update',
      input: async (db) => ({
        ...EVENT,
        event_name: `Annat ${Bun.randomUUIDv7()}`,
        ...(await idOf(newEvent(db))),
      }),
    },
  ],
  'admin.events.delete': [{ action: 'event.delete', input: (db) => idOf(newEvent(db)) }],
  'admin.events.resetCoordinates': [
    {
      action: 'event.reset_coordinates',
      input: (db) =>
        idOf(
          makeEvent(db, {
            event_name: `Loppet ${Bun.randomUUIDv7()}`,
            latitude: 60.1,
            longitude: 14.2,
            place_source: 'admin',
          }),
        ),
    },
  ],
  'admin.duplicates.dismiss': [
    {
      action: 'event.distinct',
      input: async (db) => ({ ...(await idOf(newEvent(db))), other_id: (await newEvent(db)).id }),
    },
  ],
  'admin.merges.merge': [
    {
      action: 'event.merge',
      input: async (db) => ({ ...(await idOf(newEvent(db))), into: (await newEvent(db)).id }),
    },
  ],
  'admin.merges.unmerge': [
    {
      action: 'event.unmerge',
      input: async (db, admin, app) => {
        const merge = { ...(await idOf(newEvent(db))), into: (await newEvent(db)).id };
        await call(app, 'rest', 'admin.merges.merge', admin, merge);
        return { id: merge.id };
      },
    },
  ],
  'admin.marketplaceSettings.update': [{ action: 'settings.update', input: () => SETTINGS }],
  'admin.reports.setStatus': [
    {
      action: 'report.handle',
      input: async (db) => ({ ...(await idOf(newReport(db, 'new'))), status: 'handled' }),
    },
    {
      action: 'report.reopen',
      input: async (db) => ({ ...(await idOf(newReport(db, 'handled'))), status: 'new' }),
    },
  ],
  'admin.series.update': [
    {
      action: 'series.update',
      input: async (db) => ({ ...(await makeSeries(db)), slug: `ny-${Bun.randomUUIDv7()}` }),
    },
  ],
  'admin.series.merge': [
    {
      action: 'series.merge',
      input: async (db) => ({ ...(await idOf(makeSeries(db))), into: (await makeSeries(db)).id }),
    },
  ],
  'admin.submissions.review': [
    {
      action: 'submission.approve',
      input: async (db) => ({ ...(await idOf(makeSubmission(db))), status: 'approved' }),
    },
    {
      action: 'submission.reject',
      input: async (db) => ({
        ...(await idOf(makeSubmission(db))),
        status: 'rejected',
        admin_comments: 'Nej',
      }),
    },
  ],
  'admin.submissions.delete': [{ action: 'submission.delete', input: (db) => idOf(makeSubmission(db)) }],
};

export type FileCase = {
  /** The action in the audit log, or null if the call is not logged. */
  action: Action | null;
  query?: string;
  file?: (admin: Admin, app: TestApp) => File | Promise<File>;
};

const csv = () => {
  const row = `2027-05-22,Loppet ${Bun.randomUUIDv7()},10 km,Löpning`;
  return new File([`event_date,event_name,distances,sport_type\n${row}\n`], 'lopp.csv');
};

export const FILE_ACTION_CASES: Record<string, FileCase[]> = {
  'admin.events.template': [{ action: null }],
  'admin.events.import': [
    { action: 'event.import', file: csv },
    { action: null, query: '?dry_run=true', file: csv },
  ],
  'admin.banners.upload': [{ action: 'banner.upload', file: () => new File([png()], 'b.png') }],
  'admin.backup.export': [{ action: 'backup.export' }],
  'admin.backup.import': [
    {
      action: 'backup.import',
      file: async ({ headers }, app) => {
        const response = await fetch(`${app.url}/api/admin/backup/export`, { headers });
        return new File([await response.arrayBuffer()], 'backup.json');
      },
    },
  ],
};
