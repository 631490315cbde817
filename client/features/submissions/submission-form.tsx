import { CalendarPlus } from 'lucide-react';
import { RaceFields } from '#client/features/events/form/race-fields.tsx';
import { raceInput, raceValues } from '#client/features/events/form/race-values.ts';
import { addErrors } from '#client/platform/api/error-texts.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { PrivacyNote } from '#client/ui/privacy-note.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { SubmissionInput } from '#src/features/submissions/contract.ts';
import { SUBMISSION_ERRORS } from '#src/features/submissions/errors.ts';
import { PUBLIC_SPORTS } from '#src/shared/sports.ts';

addErrors(SUBMISSION_ERRORS);

const EMPTY_VALUES = { ...raceValues(), submitter_name: '', submitter_email: '', website: '' };

export function SubmissionForm() {
  const today = useToday();
  const state = useForm(EMPTY_VALUES, 'submission');
  const { formRef, values, fieldProps, inputProps, missingMessage, submit, serverError, mutationOptions } =
    state;
  const submission = trpc.public.submissions.submit.useMutation(mutationOptions(FAILED.submission));

  const { input, errors } = raceInput(values);
  const send = submit(() => ({ ...fieldErrorsOf(SubmissionInput, input), ...errors }), input, submission);

  return (
    <form className="form" ref={formRef} onSubmit={send} noValidate aria-label="Lägg till lopp">
      {missingMessage && <Alert>{missingMessage}</Alert>}
      <h2 className="type-card">Om loppet</h2>
      <RaceFields
        form={state}
        nameLabel="Namn på loppet"
        sports={PUBLIC_SPORTS}
        earliestDate={today}
        today={today}
      />
      <hr className="form-rule" />
      <h2 className="type-card">Om dig</h2>
      <div className="form-pair">
        <TextField label="Ditt namn" required {...fieldProps('submitter_name')} autoComplete="name" />
        <TextField
          label="Din e-post"
          required
          {...fieldProps('submitter_email')}
          type="email"
          autoComplete="email"
        />
      </div>
      <Honeypot {...inputProps('website')} />
      <PrivacyNote>Ditt namn och din e-post visas inte i kalendern.</PrivacyNote>
      {serverError && <Alert>{serverError}</Alert>}
      {submission.isSuccess && (
        <p className="form-sent">
          ”{submission.variables.event_name}” är inskickat för granskning. Vi skriver till{' '}
          <b>{submission.variables.submitter_email}</b> när det är klart.
        </p>
      )}
      <Button
        kind="primary"
        type="submit"
        large
        className="form-send"
        busy={submission.isPending}
        icon={<CalendarPlus size={18} aria-hidden="true" />}
      >
        Skicka förslag
      </Button>
    </form>
  );
}
