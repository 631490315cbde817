import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Button, type ButtonProps } from './button.tsx';

type Props<DialogProps extends object> = ButtonProps & {
  dialog: LazyComponent<DialogProps & { onClose: () => void }>;
  dialogProps: DialogProps;
};

/** Fetches the dialog when the pointer is on the button, and opens it on a press. */
export function DialogButton<DialogProps extends object>({
  dialog: Dialog,
  dialogProps,
  ...button
}: Props<DialogProps>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onPointerEnter={() => void Dialog.preload()} onClick={() => setOpen(true)} />
      {/* In the body, so that no style of a card or a paragraph applies to it. */}
      {isOpen &&
        createPortal(
          <Suspense fallback={null}>
            <Dialog {...dialogProps} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
