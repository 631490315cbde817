import { EllipsisVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useBack } from '../platform/navigation/back';
import { cx } from './class-names';
import { IconButton } from './icon-button';
import { useIsWide } from './use-media';

export type MenuItem = {
  /** Which it is, where its label changes with what it does: it keeps its focus then. */
  id?: string;
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

/** A button with a menu, as the ARIA pattern has it: arrows and first letters move, Escape and Tab close. */
export function Menu({ label, items, icon }: Props) {
  // Which end of the menu focus starts on.
  const [open, setOpen] = useState<'first' | 'last'>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  usePlace(button, list, !!open);
  const isWide = useIsWide();
  useBack(!!open && !isWide, () => close(), { hasEntry: true, isStep: false });

  useEffect(() => {
    if (!open) return;
    const all = itemsOf(list.current);
    all.at(open === 'first' ? 0 : -1)?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(undefined);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(undefined);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Not for the dialog that the menu may stand in.
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    // From the button, Tab goes on to what comes after it.
    if (event.key === 'Tab') return close();
    const all = itemsOf(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = KEYS[event.key]?.(at, all.length - 1) ?? byLetter(all, at, event);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <div className="menu" ref={root}>
      <IconButton
        label={label}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={!!open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(open ? undefined : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
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
          popover="manual"
          ref={list}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.id ?? item.label}
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

const itemsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** The next item whose name begins with the letter that was typed. */
function byLetter(all: readonly HTMLElement[], at: number, { key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!/^\p{L}$/u.test(key) || ctrlKey || metaKey || altKey) return undefined;
  const begins = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = all.findIndex((item, index) => index > at && begins(item));
  const found = after >= 0 ? after : all.findIndex(begins);
  return found >= 0 ? found : undefined;
}

const GAP = 4;
const EDGE = 8;

/**
 * Lays the menu over everything, so that no card, dialog or edge of the window cuts it off: under its button, over it
 * where there is no room, always within the window. It follows the button when something scrolls.
 */
function usePlace(
  button: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    const menu = list.current;
    if (!isOpen || !menu) return;
    menu.showPopover?.();
    const place = () => {
      const anchor = button.current?.getBoundingClientRect();
      if (!anchor) return;
      const { offsetWidth: width, offsetHeight: height } = menu;
      const isRoom = anchor.bottom + GAP + height <= window.innerHeight - EDGE;
      const top = isRoom ? anchor.bottom + GAP : anchor.top - GAP - height;
      const left = Math.min(anchor.right - width, document.documentElement.clientWidth - EDGE - width);
      menu.style.top = `${Math.max(EDGE, top)}px`;
      menu.style.left = `${Math.max(EDGE, left)}px`;
    };
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [button, list, isOpen]);
}
