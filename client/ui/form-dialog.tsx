import { type ComponentProps, useId } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'save' | 'footer'> &
  Pick<ComponentProps<'form'>, 'className' | 'onSubmit'> & {
    formRef?: ComponentProps<'form'>['ref'];
    busy: boolean;
    saveLabel?: string;
    /** More about the button that saves. */
    saveButton?: Pick<ButtonProps, 'kind' | 'icon' | 'disabled'>;
  };

/** A dialog with one form and the button that saves it. Closing it asks first if something is unsaved. */
export function FormDialog(props: Props) {
  const { className, onSubmit, formRef, busy, saveLabel = 'Spara', saveButton, ...dialog } = props;
  const { children } = dialog;
  const formId = useId();
  const save = (
    <Button kind="primary" {...saveButton} type="submit" form={formId} busy={busy}>
      {saveLabel}
    </Button>
  );
  return (
    <Dialog open {...dialog} save={save}>
      <form {...{ className, onSubmit }} id={formId} ref={formRef} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
