import { type FormEvent, useId, useState } from 'react';
import type { AdminNotice } from '../../../../src/features/notices/contract';
import { errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { RadioCards } from '../../../ui/radio-cards';
import { NO_REASONS, ReasonFields, reasonsFrom } from '../../statements/reason-fields';
import { useDecision } from './use-decision';

const DECISIONS = [
  { value: 'removed', label: 'Dölj annonsen' },
  { value: 'kept', label: 'Låt den vara kvar' },
] as const;
type Decision = (typeof DECISIONS)[number]['value'];

const HINTS: Record<Decision, string> = {
  removed:
    'Mejlas till den som har lagt upp annonsen, med hur man invänder. Den som anmälde får veta grunden.',
  kept: 'Mejlas till den som anmälde.',
};

export function NoticeDecisionDialog({ notice, onClose }: { notice: AdminNotice; onClose: () => void }) {
  const formId = useId();
  const { client } = trpc.useUtils();
  const [decision, setDecision] = useState<Decision>('removed');
  const [reasons, setReasons] = useState(NO_REASONS);
  const saving = useDecision(client.admin.notices.decide.mutate, onClose);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.start({ id: notice.id, decision, ...reasonsFrom(reasons) });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Avgör anmälan av ${notice.order_number}`}
      unsaved={reasons !== NO_REASONS}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isPending}>
          Spara beslutet
        </Button>
      }
    >
      <form className="case-form" id={formId} onSubmit={save} noValidate>
        <p className="case-quote">{notice.explanation}</p>
        <RadioCards
          legend="Beslut"
          name="decision"
          value={decision}
          options={DECISIONS}
          onChange={setDecision}
        />
        <ReasonFields reasons={reasons} onChange={setReasons} factsHint={HINTS[decision]} />
        {!!saving.error && <Alert>{errorMessage(saving.error, '')}</Alert>}
      </form>
    </Dialog>
  );
}
