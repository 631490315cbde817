import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCloseOnBack } from '#client/platform/navigation/back.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useIsWide } from './use-media.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  headerExtra?: ReactNode;
  footer?: ReactNode;
  /** Saves the form. On a phone it is in the header, and the dialog fills the screen; otherwise it is in the footer. */
  save?: ReactNode;
  /** On a phone, the dialog is no higher than its content, and has `save` in the footer. */
  isCompact?: boolean;
  footerStart?: ReactNode;
  /** Closing the dialog, Back and leaving the page ask for confirmation first. */
  unsaved?: boolean;
  /** What is asked then. */
  unsavedQuestion?: { text: string; stay: string };
  /** Choices in the dialog change the URL at once. Back undoes them as one step. */
  isStep?: boolean;
  /** 680 px wide; `small` is 440 px, `large` 900 px. */
  size?: 'normal' | 'small' | 'large';
  children: ReactNode;
};

const EDITED = { text: 'Det du har ändrat är inte sparat.', stay: 'Fortsätt redigera' };

/** The browser keeps focus inside and closes the dialog on Escape. A closed dialog renders nothing. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<Props, 'open'>) {
  const {
    title,
    headerExtra,
    footer,
    footerStart,
    save,
    isCompact = false,
    size,
    unsaved = false,
    unsavedQuestion = EDITED,
    isStep = false,
    children,
  } = props;
  const [isAsking, setAsking] = useState(false);
  const onClose = () => (unsaved ? setAsking(true) : props.onClose());
  const isWide = useIsWide();
  const [hasEntry] = useState(!isWide);
  useCloseOnBack(hasEntry || unsaved, onClose, { hasEntry, isStep });
  useEffect(() => {
    if (!unsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [unsaved]);
  const isFull = !!save && !isCompact && !isWide;
  // Measure before the dialog changes the layout. Later, this would force an extra layout.
  useState(storeScrollbarWidth);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A text selection that is dragged out of the dialog also ends with a click on the dialog element.
  const isPressOutside = useRef(false);
  const isUnmounted = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    isUnmounted.current = false;
    const focusedBefore = document.activeElement;
    if (!element?.open) element?.showModal();
    // By default the browser focuses the first control. React's autoFocus runs before the dialog can have focus.
    element?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      isUnmounted.current = true;
      element?.close();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    };
  }, []);

  const close = (
    // Otherwise focus would start on `headerExtra`, and a second Enter would press it.
    <IconButton label="Stäng" onClick={onClose} data-focus-first={headerExtra ? true : undefined}>
      <X size={22} aria-hidden="true" />
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click on the backdrop
    <dialog
      ref={dialog}
      className={cx(
        'dialog',
        size === 'small' && 'dialog-small',
        size === 'large' && 'dialog-large',
        isFull && 'dialog-full',
      )}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        // Ignore events that bubble from a nested dialog.
        if (event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || isUnmounted.current) return;
        // Browsers close a dialog on a second Escape in a row without a cancel event. Reopen it, to ask first.
        if (unsaved) dialog.current?.showModal();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressOutside.current = event.target === dialog.current;
      }}
      onPointerUp={(event) => {
        if (event.target !== dialog.current) isPressOutside.current = false;
      }}
      onClick={(event) => {
        // The second click of a double click was meant for the element that was there before.
        if (event.target === dialog.current && isPressOutside.current && event.detail < 2) onClose();
      }}
    >
      <div className="dialog-grab" aria-hidden="true" />
      <div className="dialog-head">
        {isFull && close}
        <h2 className="type-section" id={titleId} title={title}>
          {title}
        </h2>
        {headerExtra}
        {isFull ? save : close}
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-foot">{footer}</div>}
      {save && !isFull && (
        <div className="dialog-foot">
          {footerStart}
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          {save}
        </div>
      )}
      {isFull && footerStart && <div className="dialog-foot dialog-foot-start">{footerStart}</div>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Stänga utan att spara?"
        size="small"
        footer={
          <>
            <Button kind="quiet" className="dialog-cancel" data-focus-first onClick={() => setAsking(false)}>
              {unsavedQuestion.stay}
            </Button>
            <Button kind="danger" onClick={props.onClose}>
              Stäng utan att spara
            </Button>
          </>
        }
      >
        <p>{unsavedQuestion.text}</p>
      </Dialog>
    </dialog>
  );
}

/** A dialog hides the scrollbar, and the page must keep its width. */
function storeScrollbarWidth(): void {
  if (document.querySelector('dialog[open]')) return;
  // Also on a short page, where the width is reserved but there is no scrollbar.
  const width = window.innerWidth - document.body.offsetWidth;
  document.documentElement.style.setProperty('--scrollbar-width', `${width}px`);
}
