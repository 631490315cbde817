import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';

type Props = {
  label: string;
  hint: string;
  /** The caller must check dropped files. */
  accept: string;
  name?: string;
  fileName?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  onFile: (file: File) => void;
};

export function FileDrop({
  label,
  hint,
  accept,
  name = 'file',
  fileName,
  error,
  disabled = false,
  onFile,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const [hasSeveral, setHasSeveral] = useState(false);
  const id = useId();

  // Otherwise the browser would leave the page to show a file that is dropped outside the zone.
  useEffect(() => {
    const preventDefault = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', preventDefault);
    window.addEventListener('drop', preventDefault);
    return () => {
      window.removeEventListener('dragover', preventDefault);
      window.removeEventListener('drop', preventDefault);
    };
  }, []);

  const takeFiles = (files: FileList | null) => {
    const [file, ...otherFiles] = files ?? [];
    setHasSeveral(otherFiles.length > 0);
    if (file && otherFiles.length === 0 && !disabled) onFile(file);
    // Reset the input, so that the same file can be chosen again after it was fixed.
    if (input.current) input.current.value = '';
  };
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(event.type === 'dragover' && !disabled);
  };

  const message = hasSeveral ? 'Släpp en fil i taget.' : error;
  return (
    <div className="file-drop-field">
      <label
        className={cx('file-drop', isDragOver && 'file-drop-over', disabled && 'file-drop-disabled')}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={(event) => {
          onDrag(event);
          takeFiles(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          type="file"
          name={name}
          accept={accept}
          disabled={disabled}
          className="visually-hidden"
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={message ? true : undefined}
          onChange={(event) => takeFiles(event.target.files)}
        />
        <FileUp size={26} strokeWidth={1.8} aria-hidden="true" />
        <span className="file-drop-label">{fileName ?? label}</span>
        <span className="file-drop-hint" id={`${id}-hint`}>
          {hint}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={message} />
    </div>
  );
}

/** `part` is from 0 to 1, or undefined while the progress is unknown. */
export function Progress({ label, part }: { label: string; part: number | undefined }) {
  return (
    <div className="progress">
      <p role="status">{label}</p>
      <progress aria-label={label} {...(part !== undefined && { value: part, max: 1 })} />
    </div>
  );
}
