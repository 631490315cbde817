import { appRouter, fileOperations } from '#src/router.ts';

/**
 * Who may call an operation. `members` are logged-in members, `others` are members other than the ad's owner, `owner`
 * is the ad's owner, `parties` are the two members of a conversation. `nobody` marks paths that return 404 to
 * everybody. `membersAndVisitors` may come without a token, but not with one that is not a member's. `confirmedAdmins`
 * have entered their password in the last 10 minutes. `anyAdmins` includes admins who still have the generated
 * password. `organisers` have a mailed link for a series.
 */
export type AllowedCallers =
  | 'everybody'
  | 'members'
  | 'membersAndVisitors'
  | 'others'
  | 'owner'
  | 'parties'
  | 'anyAdmins'
  | 'admins'
  | 'confirmedAdmins'
  | 'organisers'
  | 'nobody';
export type Table = Record<string, AllowedCallers>;

export const TABLE: Table = {
  'public.announcements.list': 'everybody',
  'public.banners.list': 'everybody',
  'public.contact.info': 'everybody',
  'public.contact.sendMessage': 'everybody',
  'public.events.coordinates': 'everybody',
  'public.events.get': 'everybody',
  'public.events.list': 'everybody',
  'public.events.past': 'everybody',
  'public.events.race': 'everybody',
  'public.events.upcoming': 'everybody',
  'public.marketplaceSettings.get': 'everybody',
  'public.notices.create': 'everybody',
  'public.series.get': 'everybody',
  'public.series.list': 'everybody',
  'public.statements.get': 'everybody',
  'public.statements.object': 'everybody',
  'public.submissions.submit': 'everybody',
  'public.views.count': 'everybody',
  'public.watches.confirm': 'everybody',
  'public.watches.create': 'membersAndVisitors',
  'public.watches.data': 'everybody',
  'public.mailStops.get': 'everybody',
  'public.mailStops.resume': 'everybody',
  'public.mailStops.stop': 'everybody',
  'public.watches.end': 'everybody',
  'public.watches.erase': 'everybody',
  'public.watches.list': 'everybody',
  'public.watches.matchAlerts': 'everybody',
  'public.watches.ofMail': 'everybody',
  'public.watches.pause': 'everybody',
  'public.watches.remove': 'everybody',
  'public.watches.removeAll': 'everybody',
  'public.watches.renew': 'everybody',
  'public.watches.turnOffMatchAlerts': 'everybody',
  'public.watches.update': 'everybody',

  'marketplace.accounts.forgotPassword': 'everybody',
  'marketplace.accounts.login': 'everybody',
  'marketplace.accounts.logout': 'members',
  'marketplace.accounts.me': 'members',
  'marketplace.accounts.profile': 'members',
  'marketplace.accounts.register': 'everybody',
  'marketplace.accounts.resendVerification': 'everybody',
  'marketplace.accounts.resetPassword': 'everybody',
  'marketplace.accounts.updateProfile': 'members',
  'marketplace.accounts.verify': 'everybody',
  'marketplace.announcements.complete': 'owner',
  'marketplace.announcements.renew': 'owner',
  'marketplace.announcements.reserve': 'owner',
  'marketplace.announcements.endReservation': 'owner',
  'marketplace.announcements.create': 'members',
  'marketplace.announcements.delete': 'owner',
  'marketplace.announcements.mine': 'members',
  'marketplace.announcements.update': 'owner',
  'marketplace.blocks.create': 'members',
  'marketplace.blocks.delete': 'members',
  'marketplace.blocks.list': 'members',
  'marketplace.conversations.list': 'members',
  'marketplace.conversations.live': 'members',
  'marketplace.conversations.open': 'parties',
  'marketplace.conversations.reply': 'parties',
  'marketplace.conversations.send': 'others',
  'marketplace.conversations.setDealStep': 'parties',
  'marketplace.conversations.unread': 'members',
  'marketplace.privacy.dataByLink': 'everybody',
  'marketplace.privacy.deleteAccount': 'members',
  'marketplace.privacy.deleteByLink': 'everybody',
  'marketplace.privacy.mailLink': 'everybody',
  'marketplace.privacy.myData': 'members',
  'marketplace.reports.create': 'members',
  'marketplace.watches.count': 'members',
  'marketplace.watches.list': 'members',
  'marketplace.watches.pause': 'members',
  'marketplace.watches.remove': 'members',
  'marketplace.watches.update': 'members',

  'organiser.events.confirm': 'organisers',
  'organiser.events.copy': 'organisers',
  'organiser.events.update': 'organisers',
  'organiser.events.view': 'organisers',

  'admin.accounts.delete': 'confirmedAdmins',
  'admin.accounts.get': 'admins',
  'admin.accounts.list': 'admins',
  'admin.accounts.update': 'admins',
  'admin.admins.changePassword': 'anyAdmins',
  'admin.admins.confirm': 'anyAdmins',
  'admin.admins.create': 'confirmedAdmins',
  'admin.admins.delete': 'confirmedAdmins',
  'admin.admins.list': 'admins',
  'admin.admins.login': 'everybody',
  'admin.admins.logout': 'anyAdmins',
  'admin.admins.overview': 'admins',
  'admin.admins.passkeyConfirm': 'anyAdmins',
  'admin.admins.passkeyLogin': 'everybody',
  'admin.admins.updateMe': 'admins',
  'admin.admins.verify': 'anyAdmins',
  'admin.announcements.delete': 'admins',
  'admin.announcements.get': 'admins',
  'admin.announcements.list': 'admins',
  'admin.announcements.setActive': 'admins',
  'admin.audit.actors': 'admins',
  'admin.audit.list': 'admins',
  'admin.backup.export': 'confirmedAdmins',
  'admin.backup.import': 'confirmedAdmins',
  'admin.banners.create': 'admins',
  'admin.banners.delete': 'admins',
  'admin.banners.list': 'admins',
  'admin.banners.update': 'admins',
  'admin.banners.upload': 'admins',
  'admin.bulk.edit': 'admins',
  'admin.bulk.undo': 'admins',
  'admin.clock.accept': 'confirmedAdmins',
  'admin.clock.get': 'admins',
  'admin.contact.deleteMessage': 'admins',
  'admin.contact.markRead': 'admins',
  'admin.contact.messages': 'admins',
  'admin.contact.updateInfo': 'admins',
  'admin.duplicates.dismiss': 'admins',
  'admin.duplicates.list': 'admins',
  'admin.events.copy': 'admins',
  'admin.events.create': 'admins',
  'admin.events.delete': 'admins',
  'admin.events.findPlace': 'admins',
  'admin.events.import': 'admins',
  'admin.events.list': 'admins',
  'admin.events.resetCoordinates': 'admins',
  'admin.events.template': 'admins',
  'admin.events.update': 'admins',
  'admin.imports.list': 'admins',
  'admin.imports.undo': 'admins',
  'admin.factors.addPasskey': 'confirmedAdmins',
  'admin.factors.confirmTotp': 'confirmedAdmins',
  'admin.factors.get': 'admins',
  'admin.factors.passkeyOptions': 'confirmedAdmins',
  'admin.factors.removePasskey': 'confirmedAdmins',
  'admin.factors.removeTotp': 'confirmedAdmins',
  'admin.factors.renamePasskey': 'confirmedAdmins',
  'admin.factors.renewRecoveryCodes': 'confirmedAdmins',
  'admin.factors.startTotp': 'confirmedAdmins',
  'admin.links.check': 'admins',
  'admin.links.list': 'admins',
  'admin.links.remove': 'admins',
  'admin.links.replace': 'admins',
  'admin.marketplaceSettings.update': 'admins',
  'admin.merges.list': 'admins',
  'admin.merges.merge': 'admins',
  'admin.merges.unmerge': 'admins',
  'admin.notices.decide': 'admins',
  'admin.notices.list': 'admins',
  'admin.objections.decide': 'admins',
  'admin.objections.list': 'admins',
  'admin.organisers.invite': 'admins',
  'admin.organisers.list': 'admins',
  'admin.organisers.revoke': 'admins',
  'admin.proposals.list': 'admins',
  'admin.proposals.review': 'admins',
  'admin.reports.get': 'admins',
  'admin.reports.list': 'admins',
  'admin.reports.setStatus': 'admins',
  'admin.revisions.list': 'admins',
  'admin.revisions.restore': 'admins',
  'admin.series.merge': 'admins',
  'admin.series.update': 'admins',
  'admin.sessions.end': 'admins',
  'admin.sessions.list': 'admins',
  'admin.sessions.logoutAll': 'admins',
  'admin.sources.acceptAll': 'admins',
  'admin.sources.acceptChange': 'admins',
  'admin.sources.changes': 'admins',
  'admin.sources.create': 'admins',
  'admin.sources.delete': 'admins',
  'admin.sources.fetch': 'admins',
  'admin.sources.ignoreChange': 'admins',
  'admin.sources.list': 'admins',
  'admin.sources.update': 'admins',
  'admin.submissions.delete': 'admins',
  'admin.submissions.list': 'admins',
  'admin.submissions.review': 'admins',
  'admin.watches.get': 'admins',
  'admin.work.get': 'admins',

  'GET /api/docs': 'everybody',
  'GET /api/docs.css': 'everybody',
  'GET /api/health': 'everybody',
  // Without METRICS_TOKEN. `metrics.test.ts` shows who may with it.
  'GET /api/metrics': 'nobody',
  'GET /api/openapi.json': 'everybody',
  'GET /api/ready': 'everybody',
  'ALL /uploads/*': 'everybody',
  // The pages, and unknown paths.
  'ALL /*': 'everybody',
  'ALL /api': 'nobody',
  'ALL /api/*': 'nobody',
  'ALL /trpc': 'nobody',
  // Only unknown procedures; the known ones are listed above.
  'ALL /trpc/*': 'nobody',
};

/** The responses that shared caches may store. They are the same for everybody. */
export const PUBLIC = new Set([
  'public.announcements.list',
  'public.banners.list',
  'public.contact.info',
  'public.events.coordinates',
  'public.events.get',
  'public.events.list',
  'public.events.past',
  'public.events.race',
  'public.events.upcoming',
  'public.marketplaceSettings.get',
  'public.series.get',
  'public.series.list',
  'GET /api/docs',
  'GET /api/docs.css',
  'GET /api/openapi.json',
  'ALL /uploads/*',
  'ALL /*',
]);

type Kind = 'query' | 'mutation' | 'subscription';
export type Procedure = { name: string; type: Kind; paths: { method: string; path: string }[] };

export const PROCEDURES: Procedure[] = Object.entries<{
  _def: { type: Kind; meta?: { rest?: string | string[]; oneClickPath?: string } };
}>(appRouter._def.procedures as never).map(([name, { _def }]) => ({
  name,
  type: _def.type,
  paths: [
    ...[_def.meta?.rest ?? []].flat().map((declared) => {
      const [method = '', path = ''] = declared.split(' ');
      return { method, path: `/api${path}` };
    }),
    ...[_def.meta?.oneClickPath ?? []].flat().map((path) => ({ method: 'POST', path })),
  ],
}));

const fileRoutes = fileOperations.map(({ name, rest }) => ({ name, methodAndPath: rest.split(' ') }));

/** Names that are missing from the table, and names in the table that do not exist. */
export function tableMismatches(table: Table, routes: readonly { method: string; path: string }[]): string[] {
  const operationRoutes = new Set([
    ...PROCEDURES.flatMap(({ paths }) => paths.map(({ method, path }) => `${method} ${path}`)),
    ...fileRoutes.map(({ methodAndPath: [method, path] }) => `${method} /api${path}`),
  ]);
  const existing = [
    ...PROCEDURES.map(({ name }) => name),
    ...fileRoutes.map(({ name }) => name),
    ...routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !operationRoutes.has(route)),
  ];
  return [
    ...existing.filter((name) => !(name in table)),
    ...Object.keys(table).filter((name) => !existing.includes(name)),
  ];
}
