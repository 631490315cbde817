import { useLayoutEffect } from 'react';
import { Data } from '../platform/data';
import { useLoggedIn, useLoginCheck, useUnreadCount } from '../platform/login-state';
import { tellMemberState } from '../platform/member-state';
import { useSession } from '../platform/session';

/** Asks who is logged in and what they have not read, and tells it to the header. Shows nothing. */
export function MemberWatch() {
  return (
    <Data>
      <Watching />
    </Data>
  );
}

function Watching() {
  useLoginCheck();
  const [session, loggedIn] = [useSession(), useLoggedIn()];
  const isDoubted = !!session && !loggedIn;
  const unread = useUnreadCount();
  useLayoutEffect(() => tellMemberState({ isDoubted, unread }), [isDoubted, unread]);
  useLayoutEffect(() => () => tellMemberState(), []);
  return null;
}
