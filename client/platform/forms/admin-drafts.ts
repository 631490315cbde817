/**
 * Unsaved input of the portal's forms. It survives a change of tab and an expired session, but is kept only in memory.
 * The key contains the admin's id, so that no other admin sees it.
 */
const drafts = new Map<string, unknown>();

const keyOf = (adminId: string, name: string) => `${adminId} ${name}`;

export const readAdminDraft = <Values>(adminId: string, name: string): Values | undefined =>
  drafts.get(keyOf(adminId, name)) as Values | undefined;

/** Stores a draft. `undefined` deletes it. */
export function keepAdminDraft(adminId: string, name: string, values: unknown): void {
  if (values === undefined) drafts.delete(keyOf(adminId, name));
  else drafts.set(keyOf(adminId, name), values);
}

/** Deletes all drafts. Call this on logout. */
export const forgetAdminDrafts = (): void => drafts.clear();
