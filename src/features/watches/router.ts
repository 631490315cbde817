import { HOUR, perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { member, router, visitor } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import * as alerts from './alerts/service.ts';
import {
  MatchAlerts,
  MatchAlertsOff,
  Watch,
  WatchConfirmed,
  WatchCreated,
  WatchData,
  WatcherCount,
  WatcherCountInput,
  WatchesByLink,
  WatchesOfMail,
  WatchId,
  WatchIdByLink,
  WatchInput,
  WatchList,
  WatchPause,
  WatchPauseByLink,
  WatchToken,
  WatchUpdate,
  WatchUpdateByLink,
} from './contract.ts';
import * as creation from './creation/service.ts';
import * as data from './data/service.ts';
import * as service from './service.ts';

/** Tokens cannot be guessed; the limit is for those who try. */
const perLink = perIpAddress({ name: 'watch-link', limit: 120, seconds: 60 });

export const publicWatches = router({
  create: visitor
    .meta({
      rest: 'POST /watches',
      summary: 'Watch races or ads',
      description:
        'Sends mail when something happens. Members send their token and no `email`; the watch starts at once. Everybody else ' +
        'sends `email` and confirms by mail; the response is the same whether or not the address is known. ' +
        'Kinds: `search` with `query`, `event` with `event_id`, `series` with `series_id` or that of an edition, `market_sale` and `market_wanted` with ' +
        'either id and optionally `distance`, `min_price` and `max_price`. The same watch twice is one. ' +
        'Limited to 10 calls an hour per IP address.',
      token: 'member',
      isTokenOptional: true,
      errors: ['watch.over', 'watch.distance', 'watch.too_many', 'event.not_found', 'series.not_found'],
    })
    .use(perIpAddress({ name: 'watch', limit: 10, seconds: HOUR }))
    .input(WatchInput)
    .output(WatchCreated)
    .mutation(({ ctx, input }) => creation.createWatch(ctx, input)),

  confirm: visitor
    .meta({
      rest: 'POST /watches/confirm/:token',
      summary: 'Confirm a watch',
      description:
        'With the token of the mail. Confirming again changes nothing, unless the watch has ended: then it starts again.',
      errors: ['watch.over', 'watch.distance', 'watch.too_many', 'event.not_found', 'series.not_found'],
    })
    .use(perLink)
    .input(WatchToken)
    .output(WatchConfirmed)
    .mutation(({ ctx, input }) => creation.confirmWatch(ctx, input.token)),

  list: visitor
    .meta({
      rest: 'GET /watches/:token',
      summary: 'List the watches of an address by link',
      description: 'The link is in each mail with news and stays valid.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(WatchesByLink)
    .query(({ ctx, input }) => service.watchesByLink(ctx, input.token)),

  update: visitor
    .meta({
      rest: 'PUT /watches/:token/:id',
      summary: 'Change how often a watch mails, by link',
      description: 'Also answers the yearly question whether the watch should go on.',
      errors: ['watch.not_found'],
    })
    .use(perLink)
    .input(WatchUpdateByLink)
    .output(Watch)
    .mutation(({ ctx, input }) => service.changeWatch(ctx, service.ownerByLink(input.token), input)),

  remove: visitor
    .meta({ rest: 'DELETE /watches/:token/:id', summary: 'End a watch by link', description: 'Idempotent.' })
    .use(perLink)
    .input(WatchIdByLink)
    .output(Message)
    .mutation(({ ctx, input }) => service.endWatch(ctx, service.ownerByLink(input.token), input.id)),

  removeAll: visitor
    .meta({
      rest: 'DELETE /watches/:token',
      summary: 'End all watches of an address by link',
      description: 'Idempotent.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(Message)
    .mutation(({ ctx, input }) => service.endAllWatches(ctx, service.ownerByLink(input.token))),

  pause: visitor
    .meta({
      rest: 'POST /watches/:token/pause',
      summary: 'Pause the watches of an address by link',
      description:
        'For 30 days, or ends the pause with `paused` false. What comes up meanwhile is mailed afterwards.',
    })
    .use(perLink)
    .input(WatchPauseByLink)
    .output(WatchList)
    .mutation(({ ctx, input }) => service.pauseWatches(ctx, service.ownerByLink(input.token), input)),

  renew: visitor
    .meta({
      rest: 'POST /watches/:token/renew',
      summary: 'Keep the watches of an address by link',
      description: 'Answers the yearly question whether the watches should go on.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(Message)
    .mutation(({ ctx, input }) => service.renewAllWatches(ctx, service.ownerByLink(input.token))),

  data: visitor
    .meta({
      rest: 'GET /watches/:token/data',
      summary: 'Download what is stored about an address with watches',
      description: 'The watches, and what was mailed about them or will be.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(WatchData)
    .query(({ ctx, input }) => data.readDataByLink(ctx, input.token)),

  erase: visitor
    .meta({
      rest: 'DELETE /watches/:token/data',
      summary: 'Erase an address with its watches',
      description: 'Also what was mailed about them. An account with the same address stays. Idempotent.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(Message)
    .mutation(({ ctx, input }) => data.eraseByLink(ctx, input.token)),

  ofMail: visitor
    .meta({
      rest: 'GET /watches/end/:token',
      summary: 'Get what a mail is about',
      description: 'With the token of the link that ends the watches of a mail. Changes nothing.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(WatchesOfMail)
    .query(({ ctx, input }) => service.readWatchesOfMail(ctx, input.token)),

  end: visitor
    .meta({
      rest: 'POST /watches/end/:token',
      oneClickPath: '/bevakning/avsluta/:token',
      summary: 'End the watches of a mail',
      description:
        'One-click unsubscription (RFC 8058); mails name the address `/bevakning/avsluta/{token}`, which does the same. Idempotent.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(Message)
    .mutation(({ ctx, input }) => service.endWatchesByMail(ctx, input.token)),

  matchAlerts: visitor
    .meta({
      rest: 'GET /watches/match/:token',
      summary: 'Get whether matching ads are mailed',
      description: 'With the token of a mail about an ad that matches one of the member.',
    })
    .use(perLink)
    .input(WatchToken)
    .output(MatchAlerts)
    .query(({ ctx, input }) => alerts.readMatchAlerts(ctx, input.token)),

  turnOffMatchAlerts: visitor
    .meta({
      rest: 'POST /watches/match/:token',
      summary: 'Stop mails about matching ads',
      description: 'For one ad of the member or for all. The profile turns them on again.',
    })
    .use(perLink)
    .input(MatchAlertsOff)
    .output(MatchAlerts)
    .mutation(({ ctx, input }) => alerts.turnOffMatchAlerts(ctx, input)),
});

export const marketplaceWatches = router({
  list: member
    .meta({ rest: 'GET /marketplace/watches', summary: 'List my watches', description: 'The newest first.' })
    .output(WatchList)
    .query(({ ctx }) => service.watchesOf(ctx, service.ownerOf(ctx.member))),

  update: member
    .meta({
      rest: 'PUT /marketplace/watches/:id',
      summary: 'Change how often a watch mails',
      description: 'Also answers the yearly question whether the watch should go on.',
      errors: ['watch.not_found'],
    })
    .input(WatchUpdate)
    .output(Watch)
    .mutation(({ ctx, input }) => service.changeWatch(ctx, service.ownerOf(ctx.member), input)),

  remove: member
    .meta({ rest: 'DELETE /marketplace/watches/:id', summary: 'End a watch', description: 'Idempotent.' })
    .input(WatchId)
    .output(Message)
    .mutation(({ ctx, input }) => service.endWatch(ctx, service.ownerOf(ctx.member), input.id)),

  pause: member
    .meta({
      rest: 'POST /marketplace/watches/pause',
      summary: 'Pause my watches',
      description:
        'For 30 days, or ends the pause with `paused` false. What comes up meanwhile is mailed afterwards.',
    })
    .input(WatchPause)
    .output(WatchList)
    .mutation(({ ctx, input }) => service.pauseWatches(ctx, service.ownerOf(ctx.member), input)),

  count: member
    .meta({
      rest: 'GET /marketplace/watches/count',
      summary: 'Count who watches the market of a race',
      description: 'How many watch the race or its series for ads of this kind.',
    })
    .input(WatcherCountInput)
    .output(WatcherCount)
    .query(async ({ ctx, input }) => ({
      watchers: await service.countWatchersOf(ctx.database.db, input.event_id, input.announcement_type),
    })),
});
