import * as v from 'valibot';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import {
  AdminLink,
  LinkChanged,
  LinkCheck,
  LinkCheckResult,
  LinkFilter,
  LinkId,
  LinkReplacement,
} from './contract.ts';
import { checkLinks, listLinks, removeLink, replaceLink } from './service.ts';

export const adminLinks = router({
  list: admin
    .meta({
      rest: 'GET /admin/links',
      summary: 'List links with problems',
      description:
        'The links of events that are dead, fail or could not be judged, in this order; with `status`, those with that ' +
        'one. At most 1,000. A link is dead after three failures (404, 410, no such name, no valid certificate) over seven ' +
        'days; public reads then leave it out.',
    })
    .input(LinkFilter)
    .output(v.array(AdminLink))
    .query(({ ctx, input }) => listLinks(ctx, input)),

  check: admin
    .meta({
      rest: 'POST /admin/links/check',
      summary: 'Check links now',
      description:
        'Checks the link `id`, or without it all that fail or were never checked. Returns after at most a minute; what ' +
        'remains is checked in the background.',
      errors: ['link.not_found'],
      mayTakeMinutes: true,
    })
    .input(LinkCheck)
    .output(LinkCheckResult)
    .mutation(({ ctx, input }) => checkLinks(ctx, input)),

  replace: admin
    .meta({
      rest: 'PUT /admin/links/:id',
      summary: 'Replace a link',
      description: 'Writes `url` into every field of every event that has the link.',
      errors: ['link.not_found', 'request.url'],
    })
    .input(LinkReplacement)
    .output(LinkChanged)
    .mutation(({ ctx, input }) => replaceLink(ctx, input)),

  remove: admin
    .meta({
      rest: 'DELETE /admin/links/:id',
      summary: 'Remove a link',
      description: 'Empties every field of every event that has the link.',
      errors: ['link.not_found'],
    })
    .input(LinkId)
    .output(LinkChanged)
    .mutation(({ ctx, input }) => removeLink(ctx, input.id)),
});
