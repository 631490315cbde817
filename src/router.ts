import { adminAccounts, marketplaceAccounts } from './features/accounts/router';
import { adminFactors } from './features/admins/factors/router';
import { adminAdmins } from './features/admins/router';
import { adminSessions } from './features/admins/sessions/router';
import {
  adminAnnouncements,
  marketplaceAnnouncements,
  publicAnnouncements,
} from './features/announcements/router';
import { adminAudit } from './features/audit/router';
import { backupFiles } from './features/backup/files';
import { bannerFiles } from './features/banners/files';
import { adminBanners, publicBanners } from './features/banners/router';
import { marketplaceBlocks } from './features/blocks/router';
import { adminClock } from './features/clock/router';
import { adminContact, publicContact } from './features/contact/router';
import { marketplaceConversations } from './features/conversations/router';
import { adminBulk } from './features/events/bulk/router';
import { adminDuplicates } from './features/events/duplicates/router';
import { eventFiles } from './features/events/files';
import { adminImports, adminRevisions } from './features/events/history/router';
import { adminLinks } from './features/events/links/router';
import { adminMerges } from './features/events/merge/router';
import { adminEvents, publicEvents } from './features/events/router';
import { adminSeries, publicSeries } from './features/events/series/router';
import { adminSources } from './features/events/sources/router';
import { publicMailStops } from './features/mail-stops/router';
import { adminMarketplaceSettings, publicMarketplaceSettings } from './features/marketplace-settings/router';
import { adminNotices, publicNotices } from './features/notices/router';
import { adminObjections, publicStatements } from './features/objections/router';
import { adminOrganisers, adminProposals, organiserEvents, publicViews } from './features/organisers/router';
import { marketplacePrivacy } from './features/privacy/router';
import { adminReports, marketplaceReports } from './features/reports/router';
import { adminSubmissions, publicSubmissions } from './features/submissions/router';
import { adminWatches } from './features/watches/admin/router';
import { marketplaceWatches, publicWatches } from './features/watches/router';
import { adminWork } from './features/work/router';
import { abortEarly } from './platform/abort-early';
import type { FileOperation } from './platform/files';
import { router } from './platform/trpc';

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
