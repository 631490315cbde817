import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { readAdminDraft, saveAdminDraft } from './admin-drafts.ts';

/** After an expired session, the same admin gets the draft back. `save(undefined)` deletes it. */
export function useAdminDraft<Draft>(name: string): {
  saved: Draft | undefined;
  save: (draft: Draft | undefined) => void;
} {
  const utils = trpc.useUtils();
  // The portal renders only after `verify` has put the id into the cache. It is kept in state, because it leaves the
  // cache when the session ends, and the draft can still be saved after that.
  const [adminId] = useState(() => utils.admin.admins.verify.getData()?.id);
  const [saved] = useState(() => (adminId ? readAdminDraft<Draft>(adminId, name) : undefined));
  return { saved, save: (draft) => adminId && saveAdminDraft(adminId, name, draft) };
}
