import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useBack } from '../platform/navigation/back';
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
  /** In the foot, left of everything else: what takes the thing away. */
  footStart?: ReactNode;
  /** Something was typed that closing it, Back or leaving the page would lose: it is asked about first. */
  unsaved?: boolean;
  /** What is chosen in it stands in the URL at once, as one step that Back takes back. */
  isStep?: boolean;
  /** 680 px wide, 440 for a question, 900 for a review. */
  size?: 'normal' | 'small' | 'large';
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

function OpenDialog(props: Omit<Props, 'open'>) {
  const { title, headExtra, foot, footStart, save, size, unsaved = false, isStep = false, children } = props;
  const [isAsking, setAsking] = useState(false);
  const onClose = () => (unsaved ? setAsking(true) : props.onClose());
  const isWide = useIsWide();
  const [hasEntry] = useState(!isWide);
  useBack(hasEntry || unsaved, onClose, { hasEntry, isStep });
  useEffect(() => {
    if (!unsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [unsaved]);
  const isFull = !!save && !isWide;
  // Before the dialog is laid out: the page is at rest now, and later it would have to be laid out for this alone.
  useState(noteScrollbar);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A selection of text that is dragged out of the dialog ends in a click on it, as a press on the backdrop does.
  const isPressOutside = useRef(false);
  const isGone = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    isGone.current = false;
    const before = document.activeElement;
    if (!element?.open) element?.showModal();
    // By itself the browser takes the first control; React's autoFocus comes while nothing can have focus here yet.
    element?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      isGone.current = true;
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const close = (
    // Not first what stands in the head before it: a second Enter would press that.
    <IconButton label="Stäng" onClick={onClose} data-focus-first={headExtra ? true : undefined}>
      <X size={22} aria-hidden="true" />
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for what the backdrop does
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
        // One that stands in this one is a child of it for React.
        if (event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || isGone.current) return;
        // A second Escape in a row closes without asking, so that no page can hold anybody.
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
        // The second press of a double click was meant for what stood there before.
        if (event.target === dialog.current && isPressOutside.current && event.detail < 2) onClose();
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
          {footStart}
          <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
            Avbryt
          </Button>
          {save}
        </div>
      )}
      {isFull && footStart && <div className="dialog-foot dialog-foot-start">{footStart}</div>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Stänga utan att spara?"
        size="small"
        foot={
          <>
            <Button kind="quiet" className="dialog-cancel" data-focus-first onClick={() => setAsking(false)}>
              Fortsätt redigera
            </Button>
            <Button kind="danger" onClick={props.onClose}>
              Stäng utan att spara
            </Button>
          </>
        }
      >
        <p>Det du har ändrat är inte sparat.</p>
      </Dialog>
    </dialog>
  );
}

/** How wide the page's scrollbar is, for the page to stay as wide while a dialog has taken it away. */
function noteScrollbar(): void {
  const root = document.documentElement;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
}
