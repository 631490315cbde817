import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Conflict } from '#client/ui/conflict.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { TextAreaField, TextField } from '#client/ui/text-field.tsx';
import { useDebounced } from '#client/ui/use-debounced.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { type Draft, differences, draftFileType, draftOf, inputOf } from './draft.ts';
import { Preview } from './preview.tsx';
import { SourceFields } from './source-fields.tsx';
import { useSaveBanner } from './use-save-banner.ts';
import { useUpload } from './use-upload.ts';

type Props = {
  banner?: AdminBanner | undefined;
  bannerCount: number;
  onDelete: (banner: AdminBanner) => void;
  onClose: () => void;
};

export function BannerDialog({ banner, bannerCount, onDelete, onClose }: Props) {
  const [loadedBanner, setLoadedBanner] = useState(banner);
  const [initialDraft, setInitialDraft] = useState(() => draftOf(banner, bannerCount));
  const form = useForm<Draft>(initialDraft);
  const { values, set, fieldProps, errorOf, submit } = form;
  const upload = useUpload(({ file_url, file_type }, name) => {
    set('file_url', file_url);
    set('file_type', file_type);
    set('file_name', name);
    // A banner has a file or an external URL, not both.
    set('external_url', '');
  });
  const saving = useSaveBanner({ loadedBanner, latestBanner: banner }, onClose);
  const { conflictingBanner, isSaving, formError } = saving;

  const loadBanner = (newBanner: AdminBanner) => {
    const newDraft = draftOf(newBanner, bannerCount);
    setLoadedBanner(newBanner);
    setInitialDraft(newDraft);
    for (const name of Object.keys(newDraft) as (keyof Draft)[]) set(name, newDraft[name]);
    saving.reset();
  };

  const save = (overwrittenBanner?: AdminBanner) => {
    const input = inputOf(values, initialDraft);
    const findErrors = () => ({
      ...saving.validate(input),
      ...(isInvalidNumber(form.formRef.current) && { order_index: 'banner.order' as const }),
    });
    const start = () => saving.save(input, overwrittenBanner);
    return submit(findErrors, input, { isPending: isSaving, reset: saving.reset, start });
  };

  return (
    <FormDialog
      onClose={onClose}
      title={banner ? 'Redigera banner' : 'Skapa banner'}
      unsaved={JSON.stringify(values) !== JSON.stringify(initialDraft) || !!upload.progress}
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
      busy={isSaving}
      saveButton={{ disabled: !!upload.progress }}
      className="banner-form"
      formRef={form.formRef}
      onSubmit={save()}
    >
      <LivePreview draft={values} />
      {formError && <Alert>{formError}</Alert>}
      {loadedBanner && conflictingBanner && (
        <Conflict
          formRef={form.formRef}
          text="Någon annan har ändrat bannern sedan du öppnade den"
          changedFields={differences(loadedBanner, conflictingBanner)}
          isSaving={isSaving}
          onOverwrite={save(conflictingBanner)}
          onShowTheirs={() => loadBanner(conflictingBanner)}
        />
      )}
      <TextField label="Titel" optional {...fieldProps('title')} data-focus-first />
      <TextAreaField label="Beskrivning" optional {...fieldProps('description')} rows={2} />
      <SourceFields form={form} upload={upload} />
      <div className="form-pair">
        <TextField
          label="Länk"
          optional
          hint="Dit ett klick leder: https://… eller en egen sida som /map."
          {...fieldProps('link_url')}
          inputMode="url"
        />
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
    </FormDialog>
  );
}

/** A number input with invalid text has an empty value, as if nothing was typed. */
function isInvalidNumber(form: HTMLFormElement | null): boolean {
  const input = form?.elements.namedItem('order_index');
  return input instanceof HTMLInputElement && input.validity.badInput;
}

/** An external URL is loaded once typing has paused. */
function LivePreview({ draft }: { draft: Draft }) {
  const debouncedUrl = useDebounced(draft.external_url.trim());
  const external_url =
    isWebUrl(debouncedUrl) && debouncedUrl === draft.external_url.trim() ? debouncedUrl : null;
  return (
    <Preview
      banner={{
        title: draft.title.trim(),
        description: draft.description.trim() || null,
        file_url: draft.file_url || null,
        external_url,
        link_url: draft.link_url.trim() || null,
        file_type: draftFileType(draft),
      }}
    />
  );
}
