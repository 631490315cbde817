import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './class-names';
import { IconButton } from './icon-button';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Beside the title, before the ×. */
  headExtra?: ReactNode;
  foot?: ReactNode;
  /** 680 px wide, or 440 for a question. */
  size?: 'normal' | 'small';
  children: ReactNode;
};

/**
 * A native modal dialog, on a phone a sheet from the bottom edge: the browser keeps focus inside, closes on Escape and gives focus back.
 * A press on the backdrop closes it too. Nothing is rendered while it is closed.
 */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, headExtra, foot, size, children }: Omit<Props, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    noteScrollbar();
    if (!element?.open) element?.showModal();
    // By itself the browser takes the first control; React's autoFocus comes while nothing can have focus here yet.
    element?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for what the backdrop does
    <dialog
      ref={dialog}
      className={cx('dialog', size === 'small' && 'dialog-small')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-grab" aria-hidden="true" />
      <div className="dialog-head">
        <h2 className="type-section" id={titleId} title={title}>
          {title}
        </h2>
        {headExtra}
        <IconButton label="Stäng" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="dialog-body">{children}</div>
      {foot && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}

/** How wide the page's scrollbar is, for the page to stay as wide while a dialog has taken it away. */
function noteScrollbar(): void {
  const root = document.documentElement;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
}
