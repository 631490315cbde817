import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '#client/platform/forms/is-typing.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import type { EventTableState } from './use-event-table.ts';

type Options = {
  list: RefObject<HTMLElement | null>;
  pager: EventTableState['pager'];
  onSelect: (id: string) => void;
  onEdit: (id: string) => void;
  onClear: () => void;
};

const KEYS: [string, string][] = [
  ['j', 'Nästa rad'],
  ['k', 'Föregående rad'],
  ['x', 'Markera raden'],
  ['e', 'Redigera raden'],
  ['/', 'Sök'],
  ['Enter', 'Från sökrutan till första raden'],
  ['Esc', 'Avmarkera alla'],
  ['?', 'Visa tangenterna'],
];

const SEARCH_FIELD = '.toolbar-search input';

/** Keys for the list of events. The cursor is the focused row. Returns the dialog with the keys. */
export function useListKeys({ list, pager, onSelect, onEdit, onClear }: Options): ReactNode {
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** The row to focus once its page is shown. */
  const pending = useRef<'first' | 'last'>(undefined);
  const { page, pageSize, total, onPage } = pager;

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])];
  const currentRow = () => document.activeElement?.closest<HTMLElement>('[data-row-key]') ?? undefined;
  const focus = (row: HTMLElement | undefined) => {
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const move = (step: 1 | -1) => {
    const all = rows();
    const row = currentRow();
    const next = row ? all[all.indexOf(row) + step] : all[0];
    const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
    const nextPage = page + step;
    if (next || !row) return focus(next);
    if (nextPage < 0 || nextPage > lastPage) return;
    pending.current = step === 1 ? 'first' : 'last';
    onPage(nextPage);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: after the page has changed
  useEffect(() => {
    if (pending.current) focus(rows().at(pending.current === 'first' ? 0 : -1));
    pending.current = undefined;
  }, [page]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]')) return;
      const isInSearch = event.target instanceof HTMLElement && event.target.matches(SEARCH_FIELD);
      if (isInSearch && event.key === 'Enter') return focus(rows()[0]);
      if (isTyping(event.target)) return;
      const id = currentRow()?.dataset.rowKey;
      const actions: Record<string, (() => void) | undefined> = {
        j: () => move(1),
        k: () => move(-1),
        x: id ? () => onSelect(id) : undefined,
        e: id ? () => onEdit(id) : undefined,
        '/': () => document.querySelector<HTMLElement>(SEARCH_FIELD)?.focus(),
        '?': () => setHelpOpen(true),
        Escape: onClear,
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title="Tangenter" size="small">
      <dl className="list-keys">
        {KEYS.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
