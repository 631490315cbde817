import { useState } from 'react';
import { trpc } from '../api/trpc';
import { keepAdminDraft, readAdminDraft } from './admin-drafts';

/** After an expired session, the same admin gets the draft back. `keep(undefined)` deletes it. */
export function useAdminDraft<Draft>(name: string): {
  kept: Draft | undefined;
  keep: (draft: Draft | undefined) => void;
} {
  const utils = trpc.useUtils();
  // The portal renders after the admin is verified, so the id is cached now. The id leaves the
  // cache when the session ends.
  const [adminId] = useState(() => utils.admin.admins.verify.getData()?.id);
  const [kept] = useState(() => (adminId ? readAdminDraft<Draft>(adminId, name) : undefined));
  return { kept, keep: (draft) => adminId && keepAdminDraft(adminId, name, draft) };
}
