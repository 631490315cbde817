import { Suspense } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatCount } from '#src/shared/text.ts';
import { SheetChoices } from './lazy-options.ts';
import { DateChoice } from './month-chips.tsx';
import type { FilterProps } from './props.ts';

export type FilterSheetProps = FilterProps & {
  /** Number of events that the filters show. Undefined while unknown. */
  shown: number | undefined;
  onClear: () => void;
  open: boolean;
  onClose: () => void;
};

/** The filters on a phone. Back closes it and undoes its choices as one step. */
export function FilterSheet(props: FilterSheetProps) {
  const { shown, onClear, open, onClose } = props;
  return (
    <Dialog
      title="Filter"
      isStep
      open={open}
      onClose={onClose}
      headerExtra={
        <Button kind="link" onClick={onClear}>
          Rensa Alla
        </Button>
      }
      footer={
        <Button kind="primary" large wide onClick={onClose}>
          <span aria-live="polite">
            {shown === undefined ? 'Visa evenemang' : `Visa ${formatCount(shown)} evenemang`}
          </span>
        </Button>
      }
    >
      <div className="filter-sheet">
        <DateChoice {...props} />
        <Suspense fallback={<div className="filter-loading" />}>
          <SheetChoices {...props} />
        </Suspense>
      </div>
    </Dialog>
  );
}
