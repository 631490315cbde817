import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { AdTransfer } from '#client/features/announcements/ad-transfer.tsx';
import { useComplete } from '#client/features/announcements/use-complete.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { completeError } from '#src/features/announcements/rules.ts';
import type { ConversationDetail, ConversationKey } from '#src/features/conversations/contract.ts';
import { isPayer } from '#src/features/conversations/rules.ts';
import { initiatorText } from '#src/features/events/transfer/rules.ts';
import { Advice } from '../advice.tsx';
import { adviceText } from '../advice-texts.ts';
import { DealStep } from './deal-step.tsx';
import { ReserveButton } from './reserve-button.tsx';
import { NEXT_STEP_TEXTS, STEP_LABELS } from './step-texts.ts';
import { useDealSteps } from './use-deal-steps.tsx';

type Props = { conversation: ConversationKey; detail: ConversationDetail; readerId: string };

/** The rules of the race, and the steps of the deal, which are folded until somebody opens them. */
export function DealStrip({ conversation, detail, readerId }: Props) {
  const { deal, announcement, other_user, is_blocked } = detail;
  const paysHere = isPayer(announcement, readerId);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const steps = useDealSteps(conversation, detail);
  const completion = useComplete(steps.tickDone);
  const [isAsking, setAsking] = useState(false);
  const ticked = deal.steps.filter(({ done_by }) => done_by !== null);
  const open = deal.steps.find(({ done_by }) => done_by === null);
  const isReadOnly = is_blocked || other_user.is_deleted;
  const next = isReadOnly || announcement.is_completed ? undefined : open;
  const hasSteps = !isReadOnly || ticked.length > 0;
  if (!hasSteps && !announcement.transfer) return null;

  const advice = [
    ...detail.advice.map((key) => adviceText(key, paysHere)),
    ...(deal.advice ? [deal.advice] : []),
  ];
  const rulesUrl = announcement.transfer?.rules_url;
  const hint = initiatorText(announcement);
  const canComplete = announcement.user_id === readerId && !completeError(announcement);
  const openBeforeDone = deal.steps.filter(({ key, done_by }) => key !== 'done' && done_by === null);
  const complete = () => (openBeforeDone.length > 0 ? setAsking(true) : completion.start(announcement));
  return (
    <section className="deal" aria-label={hasSteps ? 'Så går affären till' : 'Namnbyte'}>
      <div className="deal-head">
        {hasSteps && (
          <button
            type="button"
            className="deal-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="deal-title">
              {next ? `Nästa steg: ${NEXT_STEP_TEXTS[next.key]}` : 'Så går affären till'}
            </span>{' '}
            <span className="deal-progress">
              {ticked.length} av {deal.steps.length}
            </span>
            <ChevronDown className="deal-arrow" size={20} aria-hidden="true" />
          </button>
        )}
        {!isReadOnly && <ReserveButton detail={detail} readerId={readerId} />}
      </div>
      <div className="deal-body">
        {announcement.transfer && <AdTransfer transfer={announcement.transfer} isPayer={paysHere} />}
        {advice.map((text) => (
          <Advice key={text} text={text} />
        ))}
        {hasSteps && (
          <ol className="deal-steps" id={id} hidden={!isOpen}>
            {deal.steps.map((step) => (
              <DealStep
                key={step.key}
                step={step}
                isTicked={steps.pending?.step === step.key ? steps.pending.done : step.done_by !== null}
                name={step.done_by === readerId ? 'Du' : other_user.name}
                disabled={isReadOnly || (step.done_by !== null && step.done_by !== readerId)}
                onTick={(done) => steps.tick(step.key, done)}
              >
                {step.key === 'transfer_requested' && (hint || rulesUrl) && (
                  <p className="deal-step-hint">
                    {hint}{' '}
                    {rulesUrl && (
                      <ExternalLink className="text-link" href={rulesUrl}>
                        Arrangörens regler
                      </ExternalLink>
                    )}
                  </p>
                )}
                {step.key === 'done' && canComplete && <Button onClick={complete}>Markera som klar</Button>}
              </DealStep>
            ))}
          </ol>
        )}
      </div>
      {steps.dialog}
      {isAsking && (
        <ConfirmDialog
          open
          title="Är affären klar?"
          question={`Inte avbockat: ${openBeforeDone.map(({ key }) => STEP_LABELS[key]).join(', ')}.`}
          confirmLabel="Markera som klar ändå"
          advisesCancel
          busy={false}
          onConfirm={() => {
            setAsking(false);
            completion.start(announcement);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {completion.dialog}
    </section>
  );
}
