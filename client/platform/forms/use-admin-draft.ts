import { useState } from 'react';
import { trpc } from '../api/trpc';
import { keepAdminDraft, readAdminDraft } from './admin-drafts';

/**
 * What an admin has typed in a dialog whose place is in the URL: when their session dies it is there again after the
 * login, for them alone. `kept` is what was typed then; `keep` is told what is typed now, undefined when none of it counts.
 */
export function useAdminDraft<Draft>(name: string): {
  kept: Draft | undefined;
  keep: (draft: Draft | undefined) => void;
} {
  const utils = trpc.useUtils();
  // The portal shows nothing before it knows who it is for; what it knows goes with the session.
  const [adminId] = useState(() => utils.admin.admins.verify.getData()?.id);
  const [kept] = useState(() => (adminId ? readAdminDraft<Draft>(adminId, name) : undefined));
  return { kept, keep: (draft) => adminId && keepAdminDraft(adminId, name, draft) };
}
