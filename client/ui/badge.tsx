import { X } from 'lucide-react';
import { cx } from './class-names.ts';

export function Counter({ count, loud = false }: { count: number; loud?: boolean }) {
  return <span className={cx('counter', loud && 'counter-loud')}>{count}</span>;
}

export function Chip({
  label,
  removeLabel,
  onRemove,
}: {
  label: string;
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <span className="chip">
      <span className="chip-label" title={label}>
        {label}
      </span>
      <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
