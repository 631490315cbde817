import { type ComponentProps, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'save' | 'footer'> &
  Pick<ComponentProps<'form'>, 'className' | 'onSubmit'> & {
    formRef?: ComponentProps<'form'>['ref'];
    busy: boolean;
    saveLabel?: string;
  };

/** A dialog with one form and the button that saves it. Closing it asks first if something is unsaved. */
export function FormDialog(props: Props) {
  const { className, onSubmit, formRef, busy, saveLabel = 'Spara', children, ...dialog } = props;
  const formId = useId();
  return (
    <Dialog
      open
      {...dialog}
      save={
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          {saveLabel}
        </Button>
      }
    >
      <form {...{ className, onSubmit }} id={formId} ref={formRef} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
