import { FileCheck, X } from 'lucide-react';
import type { useForm } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { FileDrop, Progress } from '#client/ui/file-drop.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { UPLOAD_TYPES } from '#src/features/banners/contract.ts';
import { type Draft, draftFileType } from './draft.ts';
import type { useUpload } from './use-upload.ts';

type Props = {
  form: ReturnType<typeof useForm<Draft>>;
  upload: ReturnType<typeof useUpload>;
};

export function SourceFields({ form, upload }: Props) {
  const { values, set, setError, fieldProps, errorOf } = form;
  const hasFile = values.file_url !== '';
  const isHttp = /^http:\/\//i.test(values.external_url.trim());
  return (
    <>
      <div className="banner-file">
        <span className="field-label">Fil</span>
        {upload.progress ? (
          <ProgressWithCancel {...upload.progress} onCancel={upload.cancel} />
        ) : hasFile ? (
          <UploadedFile
            name={values.file_name || (values.file_url.split('/').at(-1) ?? '')}
            onRemove={() => {
              set('file_url', '');
              set('file_name', '');
              set('file_type', '');
            }}
          />
        ) : (
          <FileDrop
            label="Dra hit en fil, eller välj en"
            hint="PNG, JPG, WebP, MP4 eller WebM, högst 50 MB"
            accept={UPLOAD_TYPES.join()}
            error={upload.error ?? errorOf('file_url')}
            onFile={upload.send}
          />
        )}
      </div>
      <div className="form-pair">
        <TextField
          label="Extern URL"
          hint={
            hasFile
              ? 'Ta bort filen för att ange en adress i stället.'
              : isHttp
                ? 'Bara adresser som börjar med https:// visas på startsidan.'
                : undefined
          }
          {...fieldProps('external_url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          disabled={hasFile || !!upload.progress}
          onChange={(event) => {
            set('external_url', event.target.value);
            setError('file_url', undefined);
          }}
        />
        <Field label="Filtyp" hint={hasFile ? 'Avgörs av filen.' : undefined}>
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="file_type"
              value={draftFileType(values)}
              disabled={hasFile}
              onChange={(event) => set('file_type', event.target.value as Draft['file_type'])}
            >
              <option value="image">Bild</option>
              <option value="video">Film</option>
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}

function ProgressWithCancel({
  name,
  fraction,
  onCancel,
}: {
  name: string;
  fraction: number;
  onCancel: () => void;
}) {
  return (
    <div className="banner-upload-progress">
      <Progress
        label={fraction < 1 ? `Laddar upp ${name}…` : `Kontrollerar ${name}…`}
        part={fraction < 1 ? fraction : undefined}
      />
      <Button onClick={onCancel}>Avbryt uppladdning</Button>
    </div>
  );
}

function UploadedFile({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div className="banner-uploaded">
      <FileCheck size={22} aria-hidden="true" />
      <span className="banner-file-name">{name}</span>
      <Button kind="quiet" icon={<X size={18} aria-hidden="true" />} onClick={onRemove}>
        Ta bort filen
      </Button>
    </div>
  );
}
