import {
  type AdminSubmission,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '#src/features/submissions/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import { STATUS_LABELS } from './labels.ts';

type StatusChoice = SubmissionStatus | 'all';

const CHOICES: readonly StatusChoice[] = ['all', ...SUBMISSION_STATUSES];

export const statusOf = (text: string): StatusChoice =>
  CHOICES.find((choice) => choice === text) ?? 'pending';

type Props = {
  submissions: readonly AdminSubmission[] | undefined;
  value: StatusChoice;
  onChange: (value: StatusChoice) => void;
};

export function StatusFilter({ submissions, value, onChange }: Props) {
  const countOf = (choice: StatusChoice) =>
    submissions?.filter(({ status }) => choice === 'all' || status === choice).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className="status-filter" role="group" aria-label="Visa förfrågningar">
      {CHOICES.map((choice) => {
        const count = countOf(choice);
        return (
          <button
            key={choice}
            type="button"
            className="status-filter-choice"
            aria-pressed={choice === value}
            onClick={() => onChange(choice)}
          >
            {choice === 'all' ? 'Alla' : STATUS_LABELS[choice].plural}{' '}
            {count !== undefined && <span className="status-filter-count">{formatCount(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}
