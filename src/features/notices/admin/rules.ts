import type { AdminObjection } from '#src/features/objections/contract.ts';
import type { AdminNotice } from '../contract.ts';

export type NoticedAdState = 'shown' | 'completed' | 'inactive' | 'deleted';

/** `inactive` if it is hidden or has expired, or its race forbids transfers. */
export function adStateOf({
  announcement_id,
  announcement: ad,
}: Pick<AdminNotice, 'announcement_id' | 'announcement'>): NoticedAdState {
  if (!announcement_id || !ad) return 'deleted';
  if (ad.is_completed) return 'completed';
  return ad.is_active ? 'shown' : 'inactive';
}

/** Something that an admin decides. `at` is when it came in. */
export type Case = { id: string; at: string; isOpen: boolean } & (
  | { kind: 'notice'; notice: AdminNotice }
  | { kind: 'objection'; objection: AdminObjection }
);

export const toCases = (notices: readonly AdminNotice[], objections: readonly AdminObjection[]): Case[] => [
  ...notices.map(
    (notice): Case => ({
      kind: 'notice',
      id: notice.id,
      at: notice.created_at,
      isOpen: notice.decision === null,
      notice,
    }),
  ),
  ...objections.map(
    (objection): Case => ({
      kind: 'objection',
      id: objection.id,
      at: objection.objected_at,
      isOpen: objection.objection_decision === null,
      objection,
    }),
  ),
];

/** Open ones first, each group with the newest first. */
export const sortOpenFirst = (cases: readonly Case[]): Case[] =>
  [...cases].sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.at.localeCompare(a.at));
