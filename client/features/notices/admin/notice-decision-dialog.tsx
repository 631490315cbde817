import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import {
  type AdminNotice,
  NOTICE_DECISIONS,
  NoticeDecisionInput,
} from '../../../../src/features/notices/contract';
import { errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { RadioCards } from '../../../ui/radio-cards';
import { NO_REASONS, ReasonFields, reasonsFrom } from '../../statements/reason-fields';
import { useDecision } from './use-decision';

type Decision = (typeof NOTICE_DECISIONS)[number];

const LABELS: Record<Decision, string> = { removed: 'Dölj annonsen', kept: 'Låt den vara kvar' };

const LABELS_OF_DELETED: Record<Decision, string> = {
  removed: 'Annonsen bröt mot reglerna',
  kept: 'Annonsen var tillåten',
};

const UNDECIDED = { decision: '' } as const;

const HINTS: Record<Decision, string> = {
  removed:
    'Mejlas till den som har lagt upp annonsen, med hur man invänder. Den som anmälde får veta grunden.',
  kept: 'Mejlas till den som anmälde.',
};

export function NoticeDecisionDialog({ notice, onClose }: { notice: AdminNotice; onClose: () => void }) {
  const formId = useId();
  const { client } = trpc.useUtils();
  const { formRef, values, set, errorOf, showErrors } = useForm<{ decision: Decision | '' }>(UNDECIDED);
  const { decision } = values;
  const isDeleted = notice.announcement_id === null;
  const labels = isDeleted ? LABELS_OF_DELETED : LABELS;
  const [reasons, setReasons] = useState(NO_REASONS);
  const saving = useDecision(client.admin.notices.decide.mutate, onClose);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const input = { id: notice.id, decision, ...reasonsFrom(reasons) };
    const errors = fieldErrorsOf(v.pick(NoticeDecisionInput, ['decision']), input);
    if (errors) showErrors(errors);
    else saving.start(input as NoticeDecisionInput);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Avgör anmälan av ${notice.order_number}`}
      unsaved={reasons !== NO_REASONS || decision !== ''}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isPending}>
          Spara beslutet
        </Button>
      }
    >
      <form className="case-form" id={formId} ref={formRef} onSubmit={save} noValidate>
        <p className="case-quote">{notice.explanation}</p>
        {isDeleted && <p>Annonsen är redan borttagen.</p>}
        <RadioCards
          legend="Beslut"
          name="decision"
          value={decision}
          options={NOTICE_DECISIONS.map((value) => ({ value, label: labels[value] }))}
          onChange={(chosen) => set('decision', chosen)}
          error={errorOf('decision')}
        />
        <ReasonFields
          reasons={reasons}
          onChange={setReasons}
          factsHint={decision && (isDeleted ? HINTS.kept : HINTS[decision])}
        />
        {!!saving.error && <Alert>{errorMessage(saving.error, FAILED.decideCase)}</Alert>}
      </form>
    </Dialog>
  );
}
