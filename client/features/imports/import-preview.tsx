import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Segmented } from '#client/ui/segmented.tsx';
import type { ImportPreview } from '#src/features/imports/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import { ImportPreviewRow } from './import-preview-row.tsx';
import { countsOf, type Outcome, rowsOfPreview } from './import-rows.ts';

const LABELS: Record<Outcome | 'all', string> = {
  all: 'Alla',
  new: 'Nya',
  updated: 'Uppdateras',
  exists: 'Finns redan',
  error: 'Fel',
};
const FILTER_ORDER = ['all', 'new', 'updated', 'exists', 'error'] as const;

const ESTIMATED_ROW_PX = 65;

export function ImportPreviewList({ preview }: { preview: ImportPreview }) {
  const [chosenOutcome, setChosenOutcome] = useState<(typeof FILTER_ORDER)[number]>('all');
  const allRows = useMemo(() => rowsOfPreview(preview), [preview]);
  const rows = useMemo(
    () => (chosenOutcome === 'all' ? allRows : allRows.filter(({ outcome }) => outcome === chosenOutcome)),
    [allRows, chosenOutcome],
  );
  const counts = { ...countsOf(preview), all: preview.total_rows };
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rows[index]?.number ?? index,
    overscan: 8,
  });

  return (
    <>
      <Segmented
        legend="Visa rader"
        name="outcome"
        className="import-outcomes"
        value={chosenOutcome}
        options={FILTER_ORDER.filter((key) => key === 'all' || counts[key] > 0).map((value) => ({
          value,
          label: `${LABELS[value]} ${formatCount(counts[value])}`,
        }))}
        onChange={(value) => {
          setChosenOutcome(value);
          virtualizer.scrollToOffset(0);
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <section className="import-rows" ref={frame} tabIndex={0} aria-label="Rader i filen">
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <li
                  key={key}
                  className="import-row"
                  data-index={index}
                  data-outcome={row.outcome}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <ImportPreviewRow row={row} />
                </li>
              )
            );
          })}
        </ul>
      </section>
    </>
  );
}
