import { Check, X } from 'lucide-react';
import { ValueChanges } from '#client/features/events/values/value-changes.tsx';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { Tag, type Tone } from '#client/ui/tag.tsx';
import type { AdminProposal } from '#src/features/organisers/contract.ts';
import { proposalError } from '#src/features/organisers/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { useProposalReview } from './use-proposal-review.ts';

const STATUS: Record<AdminProposal['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Väntande', tone: 'warn' },
  approved: { label: 'Godkänt', tone: 'ok' },
  rejected: { label: 'Avvisat', tone: 'err' },
};

type Props = { proposal: AdminProposal; onReject: (proposal: AdminProposal) => void };

export function ProposalRow({ proposal, onReject }: Props) {
  const { id, event_name, event_date, url, organiser_email, status, created_at, conflicts } = proposal;
  const review = useProposalReview();
  const hasConflicts = conflicts.length > 0;
  return (
    <li
      className="proposal"
      aria-label={event_name}
      tabIndex={-1}
      data-waits={!proposalError(proposal) || undefined}
    >
      <div className="submission-main">
        <div className="submission-head">
          <h2 className="submission-name">{url ? <Link to={url}>{event_name}</Link> : event_name}</h2>
          <Tag tone={STATUS[status].tone}>{STATUS[status].label}</Tag>
        </div>
        <p className="submission-submitter">
          {formatDays(event_date, null)} · <MailLink email={organiser_email} /> ·{' '}
          <time dateTime={created_at}>{formatShortMoment(created_at)}</time>
        </p>
        <ValueChanges {...proposal} />
        <Decision proposal={proposal} />
      </div>
      {!proposalError(proposal) && (
        <div className="submission-actions">
          <Button
            className="submission-approve"
            aria-label={`${hasConflicts ? 'Godkänn ändå' : 'Godkänn'}: ${event_name}`}
            busy={review.isPending}
            icon={<Check size={18} aria-hidden="true" />}
            onClick={() => review.start({ id, status: 'approved', overwrite: hasConflicts })}
          >
            {hasConflicts ? 'Godkänn ändå' : 'Godkänn'}
          </Button>
          <Button
            className="submission-reject"
            aria-label={`Avvisa: ${event_name}`}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => onReject(proposal)}
          >
            Avvisa
          </Button>
        </div>
      )}
      {review.dialog}
    </li>
  );
}

function Decision({
  proposal: { status, reviewed_by, reviewed_at, admin_comments },
}: Pick<Props, 'proposal'>) {
  if (!reviewed_at) return null;
  return (
    <p className="submission-decision">
      {STATUS[status].label} {reviewed_by && `av ${reviewed_by} `}
      {formatShortMoment(reviewed_at)}
      {admin_comments && `: ${admin_comments}`}
    </p>
  );
}
