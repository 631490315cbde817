import { MEMBERS_CHANNEL } from '#src/features/accounts/service.ts';
import type { MemberContext } from '#src/platform/context.ts';
import { notify } from '#src/platform/database/notify.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ConversationEvent, ConversationKey } from '../contract.ts';
import { createEventQueue } from './event-queue.ts';

const CHANNEL = 'conversations';

type ConversationNotification = { member_id: string } & ConversationKey;

const conversationNotification = (
  member_id: string,
  { announcement_id, other_user_id }: ConversationKey,
): ConversationNotification => ({
  member_id,
  announcement_id,
  other_user_id,
});

/** Notifies the member's open windows when the transaction commits. */
export const notifyReader = (db: Db, memberId: string, key: ConversationKey) =>
  notify(db, CHANNEL, conversationNotification(memberId, key));

/** Includes the sender, who may have other tabs open. */
export const notifyBothParties = (
  db: Db,
  announcement_id: string,
  [firstUserId, secondUserId]: [string, string],
) =>
  notify(
    db,
    CHANNEL,
    conversationNotification(firstUserId, { announcement_id, other_user_id: secondUserId }),
    conversationNotification(secondUserId, { announcement_id, other_user_id: firstUserId }),
  );

/**
 * Streams per member and instance; further tabs must poll. Browsers open six connections to an HTTP/1.1 host, so this
 * leaves one for other requests.
 */
const STREAMS_MAX = 5;
const openStreamCounts = new Map<string, number>();

/** Of this instance. */
export const countOpenStreams = (): number =>
  openStreamCounts.values().reduce((sum, count) => sum + count, 0);

/** How often the session is checked while there are no events. */
const SESSION_CHECK_INTERVAL_MS = 60_000;

/** How often a member with too many streams should try again. */
const RETRY_AFTER_SECONDS = 10;

/** Means that any conversation may have changed. Sent at the start, and when notifications may have been missed. */
const ANY_CONVERSATION: ConversationEvent = { announcement_id: null, other_user_id: null };

/**
 * Checks the session again before each event and once a minute. Throws `request.unauthorized`, `request.too_many`.
 * Ends without an error when the server shuts down. `sessionCheckIntervalMs` is for tests.
 */
export async function* followConversations(
  ctx: MemberContext,
  signal: AbortSignal | undefined,
  { sessionCheckIntervalMs = SESSION_CHECK_INTERVAL_MS } = {},
): AsyncGenerator<ConversationEvent> {
  const { id } = ctx.member;
  const streamCount = openStreamCounts.get(id) ?? 0;
  if (streamCount >= STREAMS_MAX) throw new AppError('request.too_many', { retryAfter: RETRY_AFTER_SECONDS });
  openStreamCounts.set(id, streamCount + 1);
  const queue = createEventQueue<ConversationEvent>(signal);
  const reportAnyChange = () => queue.put('anything', ANY_CONVERSATION);
  const stopFollowing = ctx.notifications.listen(CHANNEL, {
    onNotify: (payload) => {
      const { member_id, announcement_id, other_user_id } = payload as ConversationNotification;
      if (member_id === id)
        queue.put(`${announcement_id} ${other_user_id}`, { announcement_id, other_user_id });
    },
    onGap: reportAnyChange,
    onClose: queue.close,
  });
  // A notification here means that the member was suspended, or that an ad they wrote about was deleted.
  const stopFollowingMembers = ctx.notifications.listen(MEMBERS_CHANNEL, {
    onNotify: (payload) => {
      if ((payload as string[]).includes(id)) reportAnyChange();
    },
    onGap: reportAnyChange,
    onClose: queue.close,
  });
  try {
    queue.put('anything', ANY_CONVERSATION);
    for await (const events of queue.collect(sessionCheckIntervalMs)) {
      if (!ctx.bearer || !(await ctx.identify.member(ctx, ctx.bearer)))
        throw new AppError('request.unauthorized');
      yield* events;
    }
  } finally {
    stopFollowing();
    stopFollowingMembers();
    const remaining = (openStreamCounts.get(id) ?? 1) - 1;
    if (remaining > 0) openStreamCounts.set(id, remaining);
    else openStreamCounts.delete(id);
  }
}
