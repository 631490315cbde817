import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Facts } from '#client/ui/facts.tsx';

type Props = {
  title: string;
  /** What the decision is about, as `Fact`s. */
  about: ReactNode;
  /** What the sender of the case wrote. */
  quote: string;
  formRef: RefObject<HTMLFormElement | null>;
  unsaved: boolean;
  saving: { isPending: boolean; error: unknown };
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function DecisionDialog(props: Props) {
  const { title, about, quote, formRef, unsaved, saving, onSave, onClose, children } = props;
  const formId = useId();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) onSave();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      unsaved={unsaved}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isPending}>
          Spara beslutet
        </Button>
      }
    >
      <form className="case-form" id={formId} ref={formRef} onSubmit={save} noValidate>
        <Facts>{about}</Facts>
        <p className="case-quote">{quote}</p>
        {children}
        {!!saving.error && <Alert>{errorMessage(saving.error, FAILED.decideCase)}</Alert>}
      </form>
    </Dialog>
  );
}
