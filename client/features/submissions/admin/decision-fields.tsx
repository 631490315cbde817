import { CircleCheck, CircleX } from 'lucide-react';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { TextAreaField } from '#client/ui/text-field.tsx';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { formatLongMoment } from '#src/shared/instants.ts';

export type DecisionValues = {
  status: 'approved' | 'rejected';
  admin_comments: string;
  invite_organiser: boolean;
};

const CHOICES = [
  { value: 'approved', label: 'Godkänn', icon: CircleCheck },
  { value: 'rejected', label: 'Avvisa', icon: CircleX },
] as const;

export function DecisionFields({
  submission,
  form,
}: {
  submission: AdminSubmission;
  form: FormOf<DecisionValues>;
}) {
  const { values, set, fieldProps } = form;
  const { submitter_name, submitter_email, submitter_phone, submitted_at } = submission;
  return (
    <>
      <div className="review-submitter">
        <h3>Inskickad av</h3>
        <p className="review-name">{submitter_name}</p>
        <p>
          <MailLink email={submitter_email} />
        </p>
        {submitter_phone && (
          <p>
            <PhoneLink phone={submitter_phone} />
          </p>
        )}
        <p>
          <time dateTime={submitted_at}>{formatLongMoment(submitted_at)}</time>
        </p>
      </div>
      <fieldset className="field decision">
        <legend className="field-label">Beslut</legend>
        {CHOICES.map(({ value, label, icon: Icon }) => (
          <label key={value} className="decision-choice choice" data-decision={value}>
            <input
              type="radio"
              name="status"
              value={value}
              checked={values.status === value}
              onChange={() => set('status', value)}
            />
            <Icon size={20} aria-hidden="true" />
            <span>{label}</span>
          </label>
        ))}
        {values.status === 'rejected' && (
          <p className="field-hint">Ändringar i uppgifterna sparas inte när du avvisar.</p>
        )}
      </fieldset>
      {values.status === 'approved' && (
        <Checkbox
          label="Ge arrangören en länk att ändra loppet med"
          name="invite_organiser"
          checked={values.invite_organiser}
          onChange={(event) => set('invite_organiser', event.target.checked)}
        />
      )}
      <TextAreaField
        label="Kommentar"
        optional
        hint="Skickas med i mejlet till den som föreslog."
        {...fieldProps('admin_comments')}
        rows={4}
      />
    </>
  );
}
