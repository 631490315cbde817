import { adminAccounts, marketplaceAccounts } from './features/accounts/router.ts';
import { adminFactors } from './features/admins/factors/router.ts';
import { adminAdmins } from './features/admins/router.ts';
import { adminSessions } from './features/admins/sessions/router.ts';
import {
  adminAnnouncements,
  marketplaceAnnouncements,
  publicAnnouncements,
} from './features/announcements/router.ts';
import { adminAudit } from './features/audit/router.ts';
import { backupFiles } from './features/backup/files.ts';
import { bannerFiles } from './features/banners/files.ts';
import { adminBanners, publicBanners } from './features/banners/router.ts';
import { marketplaceBlocks } from './features/blocks/router.ts';
import { adminClock } from './features/clock/router.ts';
import { adminContact, publicContact } from './features/contact/router.ts';
import { marketplaceConversations } from './features/conversations/router.ts';
import { adminMerges } from './features/duplicates/merge/router.ts';
import { adminDuplicates } from './features/duplicates/router.ts';
import { adminEvents, publicEvents } from './features/events/router.ts';
import { adminSeries, publicSeries } from './features/events/series/router.ts';
import { adminBulk } from './features/history/bulk/router.ts';
import { adminImports, adminRevisions } from './features/history/router.ts';
import { eventFiles } from './features/imports/files.ts';
import { adminLinks } from './features/links/router.ts';
import { publicMailStops } from './features/mail-stops/router.ts';
import {
  adminMarketplaceSettings,
  publicMarketplaceSettings,
} from './features/marketplace-settings/router.ts';
import { adminNotices, publicNotices } from './features/notices/router.ts';
import { adminObjections, publicStatements } from './features/objections/router.ts';
import {
  adminOrganisers,
  adminProposals,
  organiserEvents,
  publicViews,
} from './features/organisers/router.ts';
import { marketplacePrivacy } from './features/privacy/router.ts';
import { adminReports, marketplaceReports } from './features/reports/router.ts';
import { adminSources } from './features/sources/router.ts';
import { adminSubmissions, publicSubmissions } from './features/submissions/router.ts';
import { adminWatches } from './features/watches/admin/router.ts';
import { marketplaceWatches, publicWatches } from './features/watches/router.ts';
import { adminWork } from './features/work/router.ts';
import { abortEarly } from './platform/procedure/abort-early.ts';
import type { FileOperation } from './platform/procedure/files.ts';
import { router } from './platform/procedure/trpc.ts';

export const appRouter = router({
  public: router({
    announcements: publicAnnouncements,
    banners: publicBanners,
    contact: publicContact,
    events: publicEvents,
    mailStops: publicMailStops,
    marketplaceSettings: publicMarketplaceSettings,
    notices: publicNotices,
    series: publicSeries,
    statements: publicStatements,
    submissions: publicSubmissions,
    views: publicViews,
    watches: publicWatches,
  }),
  marketplace: router({
    accounts: marketplaceAccounts,
    announcements: marketplaceAnnouncements,
    blocks: marketplaceBlocks,
    conversations: marketplaceConversations,
    privacy: marketplacePrivacy,
    reports: marketplaceReports,
    watches: marketplaceWatches,
  }),
  organiser: router({
    events: organiserEvents,
  }),
  admin: router({
    accounts: adminAccounts,
    admins: adminAdmins,
    announcements: adminAnnouncements,
    audit: adminAudit,
    banners: adminBanners,
    bulk: adminBulk,
    clock: adminClock,
    contact: adminContact,
    duplicates: adminDuplicates,
    events: adminEvents,
    links: adminLinks,
    imports: adminImports,
    factors: adminFactors,
    merges: adminMerges,
    marketplaceSettings: adminMarketplaceSettings,
    notices: adminNotices,
    objections: adminObjections,
    organisers: adminOrganisers,
    proposals: adminProposals,
    reports: adminReports,
    revisions: adminRevisions,
    series: adminSeries,
    sessions: adminSessions,
    sources: adminSources,
    submissions: adminSubmissions,
    watches: adminWatches,
    work: adminWork,
  }),
});

abortEarly(appRouter);

export type AppRouter = typeof appRouter;

/** The operations that receive or send files. They are not tRPC procedures. */
export const fileOperations: FileOperation[] = [...eventFiles, ...bannerFiles, ...backupFiles];
