import { marketplaceAccounts } from './features/accounts/router';
import { marketplaceAnnouncements, publicAnnouncements } from './features/announcements/router';
import { publicBanners } from './features/banners/router';
import { publicContact } from './features/contact/router';
import { marketplaceConversations } from './features/conversations/router';
import { publicEvents } from './features/events/router';
import { publicMarketplaceSettings } from './features/marketplace-settings/router';
import { marketplaceReports } from './features/reports/router';
import { publicSubmissions } from './features/submissions/router';
import { router } from './platform/trpc';

export const appRouter = router({
  public: router({
    announcements: publicAnnouncements,
    banners: publicBanners,
    contact: publicContact,
    events: publicEvents,
    marketplaceSettings: publicMarketplaceSettings,
    submissions: publicSubmissions,
  }),
  marketplace: router({
    accounts: marketplaceAccounts,
    announcements: marketplaceAnnouncements,
    conversations: marketplaceConversations,
    reports: marketplaceReports,
  }),
});

export type AppRouter = typeof appRouter;
