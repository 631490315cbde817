import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './class-names';
import { IconButton } from './icon-button';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  /** Red: it takes something away. */
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

type Props = {
  /** The name of the button. */
  label: string;
  items: readonly MenuItem[];
  /** Instead of three dots. */
  icon?: ReactNode;
};

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** A button with a menu, as the ARIA pattern has it: arrows move, Escape and Tab close. */
export function Menu({ label, items, icon }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    if (event.key === 'Tab') return setOpen(false);
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    all[move(all.indexOf(document.activeElement as HTMLElement), all.length - 1)]?.focus();
  };

  return (
    <div className="menu" ref={root}>
      <IconButton
        label={label}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon ?? <EllipsisVertical size={22} aria-hidden="true" />}
      </IconButton>
      {open && (
        <div
          className="menu-list"
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          ref={list}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={cx('menu-item', item.danger && 'menu-item-danger')}
              aria-disabled={item.disabled || undefined}
              onClick={() => {
                if (item.disabled) return;
                close();
                item.onSelect();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
