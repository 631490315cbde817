import { CalendarX, Check, Copy, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { DateBadge } from '#client/features/events/card/date-badge.tsx';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { isUpcoming, placeOf } from '#src/features/events/rules.ts';
import { type AdminSubmission, QUICK_APPROVAL_COMMENT } from '#src/features/submissions/contract.ts';
import { reviewError } from '#src/features/submissions/rules.ts';
import { formatDays, formatLongDay } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { decisionOf, STATUS_LABELS } from './labels.ts';
import { useReview } from './use-review.ts';

/** `onHandled` is called before the row may disappear. */
type RowCallbacks = {
  onHandled: (submission: AdminSubmission) => void;
  onReject: (submission: AdminSubmission) => void;
  onReview: (submission: AdminSubmission) => void;
  onDelete: (submission: AdminSubmission) => void;
};

const PAST_TITLE = 'Datumet har passerat';

export const rowId = (submission: { id: string }) => `forfragan-${submission.id}`;

/** `isDuplicate`: another pending submission is likely the same event. */
export function SubmissionRow({
  submission,
  isDuplicate,
  ...callbacks
}: RowCallbacks & { submission: AdminSubmission; isDuplicate: boolean }) {
  const { event_name, event_date, event_end_date, sport_type, status, submitter_name, submitter_email } =
    submission;
  const place = placeOf(submission);
  const isPast = !isUpcoming(submission, useToday());
  return (
    <li
      className="submission"
      id={rowId(submission)}
      tabIndex={-1}
      aria-label={event_name}
      data-waits={!reviewError(submission) || undefined}
    >
      <DateBadge day={event_date} endDay={event_end_date} sport={sport_type} />
      <div className="submission-main">
        <div className="submission-head">
          <h2 className="submission-name">{event_name}</h2>
          <Tag tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].singular}</Tag>
          {(isDuplicate || submission.duplicates.length > 0) && (
            <span className="submission-warning">
              <Copy size={16} aria-hidden="true" />
              Möjlig dubblett
            </span>
          )}
          {isPast && !reviewError(submission) && (
            <span className="submission-warning">
              <CalendarX size={16} aria-hidden="true" />
              {PAST_TITLE}
            </span>
          )}
        </div>
        <p className="submission-facts">
          <time dateTime={event_date}>{formatDays(event_date, event_end_date)}</time>
          <span className="submission-sport" data-sport={sport_type}>
            <SportIcon sport={sport_type} size={18} />
            {sport_type}
          </span>
          <span>{submission.distances}</span>
          {place && <span>{place}</span>}
        </p>
        <p className="submission-submitter">
          {submitter_name} · <MailLink email={submitter_email} /> ·{' '}
          <time dateTime={submission.submitted_at}>{formatShortMoment(submission.submitted_at)}</time>
        </p>
        <Decision submission={submission} />
      </div>
      <div className="submission-actions">
        {!reviewError(submission) && <DecisionButtons submission={submission} {...callbacks} />}
        <IconButton
          className="submission-delete"
          label={`Ta bort förfrågan: ${event_name}`}
          title="Ta bort"
          onClick={() => callbacks.onDelete(submission)}
        >
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

function Decision({ submission }: { submission: AdminSubmission }) {
  const decision = decisionOf(submission);
  if (!decision) return null;
  const comment = submission.admin_comments;
  return (
    <p className="submission-decision">
      {decision}
      {comment && comment !== STATUS_LABELS[submission.status].singular && `: ${comment}`}
    </p>
  );
}

/**
 * Approving asks first if the proposal is probably a mistake. Each row has its own mutation, as several may be pending.
 */
function DecisionButtons({
  submission,
  onHandled,
  onReject,
  onReview,
}: RowCallbacks & { submission: AdminSubmission }) {
  const { id, event_name } = submission;
  const warning = warningOf(submission, useToday());
  const [isConfirming, setConfirming] = useState(false);
  const review = useReview(FAILED.approveSubmission, () => onHandled(submission));
  const approve = () => {
    setConfirming(false);
    review.start({ id, status: 'approved', admin_comments: QUICK_APPROVAL_COMMENT });
  };
  return (
    <>
      <Button
        className="submission-approve"
        aria-label={`Godkänn: ${event_name}`}
        busy={review.isPending}
        icon={<Check size={18} aria-hidden="true" />}
        onClick={() => (warning ? setConfirming(true) : approve())}
      >
        Godkänn
      </Button>
      <Button
        className="submission-reject"
        aria-label={`Avvisa: ${event_name}`}
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => onReject(submission)}
      >
        Avvisa
      </Button>
      <Button
        className="submission-review"
        aria-label={`Redigera och granska: ${event_name}`}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onReview(submission)}
      >
        Redigera och granska
      </Button>
      {warning && (
        <ConfirmDialog
          open={isConfirming}
          {...warning}
          confirmLabel="Godkänn ändå"
          busy={false}
          onConfirm={approve}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function warningOf(submission: AdminSubmission, today: string) {
  const { event_name, event_date, duplicates } = submission;
  const [duplicate] = duplicates;
  if (duplicate) {
    return {
      title: 'Möjlig dubblett',
      question: `”${duplicate.event_name}” den ${formatLongDay(duplicate.event_date)} finns redan i kalendern. Om du godkänner förslaget står evenemanget där två gånger.`,
    };
  }
  if (isUpcoming(submission, today)) return undefined;
  return {
    title: PAST_TITLE,
    question: `”${event_name}” den ${formatLongDay(event_date)} har redan varit. Välj ”Redigera och granska” om det är årtalet som är fel.`,
  };
}
