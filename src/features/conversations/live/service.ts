import type { MemberContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { notify } from '../../../platform/notify';
import { AppError } from '../../../shared/errors';
import { MEMBERS_CHANNEL } from '../../accounts/service';
import type { ConversationEvent, ConversationKey } from '../contract';
import { openPost } from './post';

const CHANNEL = 'conversations';

/** Who is told, and of which of their conversations: ids alone. */
type Notice = { member_id: string } & ConversationKey;

const noticeTo = (member_id: string, { announcement_id, other_user_id }: ConversationKey): Notice => ({
  member_id,
  announcement_id,
  other_user_id,
});

/** Tells a member's open inboxes, when the transaction commits, that this conversation is not as it was. */
export const tellReader = (db: Db, member: string, key: ConversationKey) =>
  notify(db, CHANNEL, noticeTo(member, key));

/** Tells both parties, the sender for the sake of their other windows. */
export const tellBoth = (db: Db, announcement_id: string, [one, other]: [string, string]) =>
  notify(
    db,
    CHANNEL,
    noticeTo(one, { announcement_id, other_user_id: other }),
    noticeTo(other, { announcement_id, other_user_id: one }),
  );

/**
 * Windows of one member that may be followed at a time by one instance; the next one has to poll. A browser opens six
 * connections to a host that speaks HTTP/1.1: one stays free for everything else.
 */
const STREAMS_MAX = 5;
const open = new Map<string, number>();

/** A session that ends while nothing happens is noticed after so long, in milliseconds. */
const LOOK_EVERY = 10_000;

/** What a change of any conversation is told as: at the start, and when something may have been missed. */
const ANYTHING: ConversationEvent = { announcement_id: null, other_user_id: null };

/**
 * What happens in a member's conversations, from now on (D31). The session is looked at again before anything is
 * told, and every few seconds; a dead one ends it with `request.unauthorized`. It ends quietly when the process closes.
 * `lookEvery` is for tests.
 */
export async function* followConversations(
  ctx: MemberContext,
  signal: AbortSignal | undefined,
  { lookEvery = LOOK_EVERY } = {},
): AsyncGenerator<ConversationEvent> {
  const { id } = ctx.member;
  const streams = open.get(id) ?? 0;
  if (streams >= STREAMS_MAX) throw new AppError('request.too_many', { retryAfter: LOOK_EVERY / 1000 });
  open.set(id, streams + 1);
  const post = openPost<ConversationEvent>(signal);
  const missed = () => post.put('anything', ANYTHING);
  const unfollow = ctx.notices.follow(CHANNEL, {
    told: (payload) => {
      const { member_id, announcement_id, other_user_id } = payload as Notice;
      if (member_id === id)
        post.put(`${announcement_id} ${other_user_id}`, { announcement_id, other_user_id });
    },
    missed,
    closed: post.close,
  });
  // Suspended, or an ad that they wrote about is deleted.
  const unfollowMembers = ctx.notices.follow(MEMBERS_CHANNEL, {
    told: (payload) => {
      if ((payload as string[]).includes(id)) missed();
    },
    missed,
    closed: post.close,
  });
  try {
    post.put('anything', ANYTHING);
    for await (const events of post.collect(lookEvery)) {
      if (!ctx.bearer || !(await ctx.identify.member(ctx, ctx.bearer)))
        throw new AppError('request.unauthorized');
      yield* events;
    }
  } finally {
    unfollow();
    unfollowMembers();
    const left = (open.get(id) ?? 1) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
  }
}
