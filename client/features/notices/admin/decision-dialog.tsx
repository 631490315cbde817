import type { ComponentProps, ReactNode, RefObject } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';

type Props = {
  title: string;
  /** What the decision is about, as `Fact`s. */
  about: ReactNode;
  /** What the sender of the case wrote. */
  quote: string;
  formRef: RefObject<HTMLFormElement | null>;
  unsaved: boolean;
  saving: { isPending: boolean; error: unknown };
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
  children: ReactNode;
};

export function DecisionDialog(props: Props) {
  const { title, about, quote, formRef, unsaved, saving, onSubmit, onClose, children } = props;
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      unsaved={unsaved}
      busy={saving.isPending}
      saveLabel="Spara beslutet"
      className="case-form"
      formRef={formRef}
      onSubmit={onSubmit}
    >
      <Facts>{about}</Facts>
      <p className="case-quote">{quote}</p>
      {children}
      {!!saving.error && <Alert>{errorMessage(saving.error, FAILED.decideCase)}</Alert>}
    </FormDialog>
  );
}
