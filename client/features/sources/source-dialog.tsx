import { useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { type Source, SourceInput } from '#src/features/sources/contract.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { useRefreshSources } from './use-source-actions.tsx';

const draftOf = (source: Source | undefined) => ({
  name: source?.name ?? '',
  url: source?.url ?? '',
  trusted: source?.trusted ?? false,
  sport_type: source?.defaults.sport_type ?? '',
  distances: source?.defaults.distances ?? '',
  landskap: source?.defaults.landskap ?? '',
});
type Draft = ReturnType<typeof draftOf>;

const inputOf = ({ name, url, trusted, ...defaults }: Draft) => ({ name, url, trusted, defaults });

const findErrors = (input: ReturnType<typeof inputOf>) => ({
  ...fieldErrorsOf(SourceInput.entries.defaults, input.defaults),
  ...fieldErrorsOf(SourceInput, input),
});

/** The version that was opened is sent, so that the edits of another admin are not overwritten. */
export function SourceDialog({ source, onClose }: { source: Source | undefined; onClose: () => void }) {
  const [opened] = useState(source);
  const [initial] = useState(() => draftOf(source));
  const { formRef, values, set, fieldProps, inputProps, errorOf, submit, missingMessage } =
    useForm<Draft>(initial);
  const { client } = trpc.useUtils();
  const saving = useAction({
    send: (input: ReturnType<typeof inputOf>) =>
      opened
        ? client.admin.sources.update.mutate({ ...input, id: opened.id, version: opened.version })
        : client.admin.sources.create.mutate(input),
    successToast: opened ? 'Källan är sparad.' : 'Källan är tillagd och hämtas strax.',
    failureToast: FAILED.saveSource,
    onSuccess: onClose,
    refresh: useRefreshSources(),
  });

  const send = submit(findErrors, inputOf(values), saving);
  const error = missingMessage ?? errorMessage(saving.error, '');
  return (
    <FormDialog
      onClose={onClose}
      title={opened ? 'Redigera källa' : 'Lägg till källa'}
      unsaved={JSON.stringify(values) !== JSON.stringify(initial)}
      busy={saving.isPending}
      formRef={formRef}
      className="source-form"
      onSubmit={send}
    >
      {error && <Alert>{error}</Alert>}
      <TextField label="Namn" required {...fieldProps('name')} autoComplete="off" data-focus-first />
      <TextField
        label="Adress"
        required
        hint="En kalender (.ics), en CSV-fil med importens kolumner eller en JSON Feed."
        {...fieldProps('url')}
        inputMode="url"
        autoComplete="off"
      />
      <Checkbox
        label="Betrodd: ändringar läggs in utan granskning"
        name="trusted"
        checked={values.trusted}
        onChange={(event) => set('trusted', event.target.checked)}
      />
      <p className="admin-note">Används när källan saknar uppgiften:</p>
      <div className="form-pair">
        <Field label="Sport" optional error={errorOf('sport_type')}>
          {(ariaProps) => (
            <Select {...ariaProps} {...inputProps('sport_type')}>
              <option value="">Ingen</option>
              {SPORTS.map((sport) => (
                <option key={sport}>{sport}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Landskap" optional error={errorOf('landskap')}>
          {(ariaProps) => (
            <Select {...ariaProps} {...inputProps('landskap')}>
              <option value="">Inget</option>
              {LANDSKAP.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <TextField
        label="Distanser"
        optional
        hint="Till exempel 10 km, 21,1 km."
        {...fieldProps('distances')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
