import { X } from 'lucide-react';
import { cx } from './class-names.ts';

export function Counter({ count, loud = false }: { count: number; loud?: boolean }) {
  return <span className={cx('counter', loud && 'counter-loud')}>{count}</span>;
}

type ChipProps = {
  label: string;
  removeLabel: string;
  /** The address without what the chip stands for, for browsers without scripts. */
  removeHref?: string | undefined;
  onRemove: () => void;
};

export function Chip({ label, removeLabel, removeHref, onRemove }: ChipProps) {
  const cross = <X size={16} aria-hidden="true" />;
  return (
    <span className="chip">
      <span className="chip-label" title={label}>
        {label}
      </span>
      {removeHref === undefined ? (
        <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
          {cross}
        </button>
      ) : (
        <a
          className="chip-remove"
          aria-label={removeLabel}
          href={removeHref}
          onClick={(event) => {
            event.preventDefault();
            onRemove();
          }}
        >
          {cross}
        </a>
      )}
    </span>
  );
}
