import type { Batch, KeptReason, UndoResult } from '#src/features/history/contract.ts';
import { countOf } from '#src/shared/text.ts';

export const KIND_LABELS: Record<Batch['kind'], string> = {
  import: 'Import av fil',
  source: 'Källa',
  bulk: 'Flera på en gång',
};

export const REASON_LABELS: Record<KeptReason, string> = {
  edited: 'har ändrats sedan dess',
  ads: 'har annonser',
  watched: 'bevakas',
};

/** `120 tillagda, 3 ändrade`. */
export const countsOf = ({ added, changed, removed }: Pick<Batch, 'added' | 'changed' | 'removed'>): string =>
  [
    added > 0 && countOf(added, 'tillagt', 'tillagda'),
    changed > 0 && countOf(changed, 'ändrat', 'ändrade'),
    removed > 0 && countOf(removed, 'borttaget', 'borttagna'),
  ]
    .filter(Boolean)
    .join(', ');

/** `2 borttagna, 1 återställt och 1 behållet.` */
export function undoneText({ removed, restored, kept }: UndoResult): string {
  const parts = [
    removed.length > 0 && countOf(removed.length, 'borttaget', 'borttagna'),
    restored.length > 0 && countOf(restored.length, 'återställt', 'återställda'),
    kept.length > 0 && countOf(kept.length, 'behållet', 'behållna'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Ångrat.' : `Ångrat: ${parts.join(', ')}.`;
}
