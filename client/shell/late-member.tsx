import { useState } from 'react';
import { late, useLate } from '../platform/late';
import { useSession } from '../platform/session';

const memberWatch = late(() => import('./member-watch'));

/** What asks who is logged in: nobody is asked about before somebody was. */
export function LateMember() {
  const session = useSession();
  const [hadOne, setHadOne] = useState(false);
  if (session && !hadOne) setHadOne(true);
  return hadOne && <Watch />;
}

function Watch() {
  const { module } = useLate(memberWatch);
  return module && <module.MemberWatch />;
}
