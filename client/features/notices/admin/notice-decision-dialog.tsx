import * as v from 'valibot';
import { NO_REASONS, ReasonFields, reasonsFrom } from '#client/features/statements/reason-fields.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Fact } from '#client/ui/facts.tsx';
import { RadioCards } from '#client/ui/radio-cards.tsx';
import { adStateOf, type NoticedAdState } from '#src/features/notices/admin/rules.ts';
import { type AdminNotice, NoticeDecisionInput } from '#src/features/notices/contract.ts';
import { adLine, titleOfAd } from './ad-texts.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecision } from './use-decision.ts';

const STATES: Record<NoticedAdState, string> = {
  shown: 'Visas',
  completed: 'Slutförd, visas inte',
  inactive: 'Dold eller utgången, visas inte',
  deleted: 'Borttagen',
};

type Decision = NoticeDecisionInput['decision'];

const decisionsFor = (state: NoticedAdState) =>
  [
    {
      value: 'removed',
      label: state === 'shown' || state === 'inactive' ? 'Dölj annonsen' : 'Den fick inte visas',
    },
    { value: 'kept', label: state === 'shown' ? 'Låt den vara kvar' : 'Gör inget mer' },
  ] as const satisfies { value: Decision; label: string }[];

/** An ad that is not shown any more gets no new statement, unless it had only expired. */
function hintFor(decision: Decision, state: NoticedAdState): string {
  if (decision === 'kept') return 'Mejlas till den som anmälde.';
  const sender = 'Den som anmälde får veta grunden.';
  if (state === 'deleted' || state === 'completed')
    return `Sparas i ärendet, mejlas inte till den som hade lagt upp annonsen. ${sender}`;
  const unlessHidden = state === 'inactive' ? ' om den inte redan var dold,' : '';
  return `Mejlas till den som har lagt upp annonsen,${unlessHidden} med hur man invänder. ${sender}`;
}

type Form = typeof NO_REASONS & { decision: Decision | '' };
const EMPTY: Form = { ...NO_REASONS, decision: '' };

export function NoticeDecisionDialog({ notice, onClose }: { notice: AdminNotice; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const { formRef, values, set, errorOf, submit } = useForm<Form>(EMPTY);
  const { decision, ...reasons } = values;
  const saving = useDecision(client.admin.notices.decide.mutate, onClose);
  const state = adStateOf(notice);
  const { announcement: ad } = notice;
  const isRemoval = decision === 'removed';

  const { ground, facts } = reasonsFrom(reasons);
  const input = { id: notice.id, decision, ground: isRemoval ? ground : '', facts } as NoticeDecisionInput;
  const isGroundMissing = isRemoval && !ground && reasons.rule !== 'general';
  const findErrors = () =>
    fieldErrorsOf(v.pick(NoticeDecisionInput, ['decision']), input) ??
    (isGroundMissing ? { [reasons.rule ? 'ground' : 'rule']: 'notice.required' as const } : undefined);

  return (
    <DecisionDialog
      title={`Avgör anmälan av ${notice.order_number}`}
      about={
        <>
          <Fact label="Annons" wide>
            {titleOfAd(notice)}
            {ad && `\n${adLine(ad)}`}
          </Fact>
          <Fact label="Läge" wide>
            {STATES[state]}
          </Fact>
          {ad?.description && (
            <Fact label="Annonstext" wide>
              {ad.description}
            </Fact>
          )}
        </>
      }
      quote={notice.explanation}
      formRef={formRef}
      unsaved={Object.values(values).some(Boolean)}
      saving={saving}
      onSubmit={submit(findErrors, input, saving)}
      onClose={onClose}
    >
      <RadioCards
        legend="Beslut"
        name="decision"
        value={decision}
        options={decisionsFor(state)}
        onChange={(chosen) => set('decision', chosen)}
        error={errorOf('decision')}
      />
      {decision && (
        <ReasonFields
          reasons={reasons}
          onChange={set}
          ground={isRemoval ? 'required' : 'none'}
          groundError={errorOf('rule') ?? errorOf('ground')}
          factsLabel={isRemoval ? 'Vad som hänt' : 'Bedömning'}
          factsHint={hintFor(decision, state)}
        />
      )}
    </DecisionDialog>
  );
}
