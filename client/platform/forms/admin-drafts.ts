/**
 * What an admin typed in a page's form and has not saved: it outlives a change of tab and a session that dies. In memory
 * alone (section 9 names all that is stored), under the admin's id, so that it is nobody else's.
 */
const drafts = new Map<string, unknown>();

const keyOf = (adminId: string, name: string) => `${adminId} ${name}`;

export const readAdminDraft = <Values>(adminId: string, name: string): Values | undefined =>
  drafts.get(keyOf(adminId, name)) as Values | undefined;

/** Keeps it; undefined forgets it. */
export function keepAdminDraft(adminId: string, name: string, values: unknown): void {
  if (values === undefined) drafts.delete(keyOf(adminId, name));
  else drafts.set(keyOf(adminId, name), values);
}

/** Whoever logs out by hand leaves nothing of theirs behind. */
export const forgetAdminDrafts = (): void => drafts.clear();
