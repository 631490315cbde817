import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { AdminBanner } from '../../../../src/features/banners/contract';
import { isWebUrl } from '../../../../src/shared/web-url';
import { type fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { Conflict } from '../../../ui/conflict';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextArea, TextInput } from '../../../ui/inputs';
import { useDebounced } from '../../../ui/use-debounced';
import { type Draft, differences, draftOf, inputOf, typeOf } from './draft';
import { Preview } from './preview';
import { SourceFields } from './source-fields';
import { useSaveBanner } from './use-save-banner';
import { useUpload } from './use-upload';

type Props = {
  banner?: AdminBanner | undefined;
  count: number;
  onDelete: (banner: AdminBanner) => void;
  onClose: () => void;
};

export function BannerDialog({ banner, count, onDelete, onClose }: Props) {
  const [shown, setShown] = useState(banner);
  const [before, setBefore] = useState(() => draftOf(banner, count));
  const form = useForm<Draft>(before);
  const { values, set, inputProps, errorOf, showErrors } = form;
  const upload = useUpload(({ file_url, file_type }, name) => {
    set('file_url', file_url);
    set('file_type', file_type);
    set('file_name', name);
    // A banner has a file or an external URL, not both.
    set('external_url', '');
  });
  const saving = useSaveBanner({ shown, latest: banner }, onClose);
  const { theirs, isSaving, refusal } = saving;
  const formId = useId();

  const loadTheirs = (other: AdminBanner) => {
    const fresh = draftOf(other, count);
    setShown(other);
    setBefore(fresh);
    for (const name of Object.keys(fresh) as (keyof Draft)[]) set(name, fresh[name]);
    saving.forgetTheirs();
  };

  const save = (over?: AdminBanner) => {
    const input = inputOf(values, before);
    const faults: ReturnType<typeof fieldErrorsOf> = {
      ...saving.faults(input),
      ...(isInvalidNumber(form.formRef.current) && { order_index: 'banner.order' }),
    };
    if (Object.keys(faults).length > 0) showErrors(faults);
    else saving.save(input, over);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={banner ? 'Redigera banner' : 'Skapa banner'}
      unsaved={JSON.stringify(values) !== JSON.stringify(before) || !!upload.sending}
      footerStart={
        banner && (
          <Button
            className="banner-delete"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onDelete(banner)}
          >
            Ta bort
          </Button>
        )
      }
      save={
        <Button kind="primary" type="submit" form={formId} busy={isSaving} disabled={!!upload.sending}>
          Spara
        </Button>
      }
    >
      <form className="banner-form" id={formId} ref={form.formRef} onSubmit={submit} noValidate>
        <LivePreview draft={values} />
        {refusal && <Alert>{refusal}</Alert>}
        {shown && theirs && (
          <Conflict
            text="Någon annan har ändrat bannern sedan du öppnade den"
            changedFields={differences(shown, theirs)}
            isSaving={isSaving}
            onOverwrite={() => save(theirs)}
            onShowTheirs={() => loadTheirs(theirs)}
          />
        )}
        <Field label="Titel" required error={errorOf('title')}>
          {(ariaProps) => <TextInput {...ariaProps} {...inputProps('title')} data-focus-first />}
        </Field>
        <Field label="Beskrivning" optional error={errorOf('description')}>
          {(ariaProps) => <TextArea {...ariaProps} {...inputProps('description')} rows={2} />}
        </Field>
        <SourceFields form={form} upload={upload} />
        <div className="form-pair">
          <Field
            label="Länk"
            optional
            error={errorOf('link_url')}
            hint="Dit ett klick leder: https://… eller en egen sida som /map."
          >
            {(ariaProps) => <TextInput {...ariaProps} {...inputProps('link_url')} inputMode="url" />}
          </Field>
          <Field label="Ordning" error={errorOf('order_index')} hint="0 visas först.">
            {(ariaProps) => (
              <TextInput
                {...ariaProps}
                name="order_index"
                type="number"
                min={0}
                step={1}
                value={values.order_index}
                onChange={({ target }) => set('order_index', target.value)}
              />
            )}
          </Field>
        </div>
        <Checkbox
          label="Aktiv: visas på startsidan"
          name="is_active"
          checked={values.is_active}
          onChange={(event) => set('is_active', event.target.checked)}
        />
      </form>
    </Dialog>
  );
}

/** A number input with invalid text has an empty value, as if nothing was typed. */
function isInvalidNumber(form: HTMLFormElement | null): boolean {
  const place = form?.elements.namedItem('order_index');
  return place instanceof HTMLInputElement && place.validity.badInput;
}

/** An external URL is loaded once typing has paused. */
function LivePreview({ draft }: { draft: Draft }) {
  const typed = useDebounced(draft.external_url.trim());
  const external_url = isWebUrl(typed) && typed === draft.external_url.trim() ? typed : null;
  return (
    <Preview
      banner={{
        title: draft.title.trim() || 'Titel',
        description: draft.description.trim() || null,
        file_url: draft.file_url || null,
        external_url,
        file_type: typeOf(draft),
      }}
    />
  );
}
