/**
 * Kept only in memory, where they survive a change of tab and an expired session. The key contains the admin's id, so
 * that no other admin sees the draft.
 */
const drafts = new Map<string, unknown>();

const keyOf = (adminId: string, name: string) => `${adminId} ${name}`;

export const readAdminDraft = <Values>(adminId: string, name: string): Values | undefined =>
  drafts.get(keyOf(adminId, name)) as Values | undefined;

/** `undefined` deletes the draft. */
export function saveAdminDraft(adminId: string, name: string, values: unknown): void {
  if (values === undefined) drafts.delete(keyOf(adminId, name));
  else drafts.set(keyOf(adminId, name), values);
}

/** Call this on logout. */
export const forgetAdminDrafts = (): void => drafts.clear();
