import { publicEvents } from './features/events/router';
import { router } from './platform/trpc';

export const appRouter = router({
  public: router({
    events: publicEvents,
  }),
});

export type AppRouter = typeof appRouter;
