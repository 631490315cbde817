import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button';
import { cx } from './class-names';
import { IconButton } from './icon-button';
import { useIsWide } from './use-media';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Beside the title, before the ×. */
  headExtra?: ReactNode;
  foot?: ReactNode;
  /**
   * What saves the form that the dialog holds. Such a dialog fills a phone, with the × left and this right in its head;
   * where there is room it stands in the foot, after "Avbryt".
   */
  save?: ReactNode;
  /** 680 px wide, or 440 for a question. */
  size?: 'normal' | 'small';
  children: ReactNode;
};

/**
 * A native modal dialog, on a phone a sheet from the bottom edge or, for a form, the whole screen: the browser keeps focus
 * inside, closes on Escape and gives focus back. A press on the backdrop closes it too. Nothing is rendered while it is
 * closed.
 */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, headExtra, foot, save, size, children }: Omit<Props, 'open'>) {
  const isWide = useIsWide();
  const isFull = !!save && !isWide;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A selection of text that is dragged out of the dialog ends in a click on it, as a press on the backdrop does.
  const isPressOutside = useRef(false);

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

  const close = (
    <IconButton label="Stäng" onClick={onClose}>
      <X size={22} aria-hidden="true" />
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for what the backdrop does
    <dialog
      ref={dialog}
      className={cx('dialog', size === 'small' && 'dialog-small', isFull && 'dialog-full')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressOutside.current = event.target === dialog.current;
      }}
      onPointerUp={(event) => {
        if (event.target !== dialog.current) isPressOutside.current = false;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressOutside.current) onClose();
      }}
    >
      <div className="dialog-grab" aria-hidden="true" />
      <div className="dialog-head">
        {isFull && close}
        <h2 className="type-section" id={titleId} title={title}>
          {title}
        </h2>
        {headExtra}
        {isFull ? save : close}
      </div>
      <div className="dialog-body">{children}</div>
      {foot && <div className="dialog-foot">{foot}</div>}
      {save && !isFull && (
        <div className="dialog-foot">
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          {save}
        </div>
      )}
    </dialog>
  );
}

/** How wide the page's scrollbar is, for the page to stay as wide while a dialog has taken it away. */
function noteScrollbar(): void {
  const root = document.documentElement;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
}
