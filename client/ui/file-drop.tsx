import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './class-names';
import { FieldError } from './field';

type Props = {
  /** What is to be chosen, such as "Välj fil". */
  label: string;
  /** Which files: "CSV eller Excel, högst 10 MB". */
  hint: string;
  /** As an input's `accept`; what is dropped is judged by the caller. */
  accept: string;
  name?: string;
  /** The name of the file that is chosen. */
  chosen?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  onFile: (file: File) => void;
};

/** A place for one file: dropped there, or chosen with a press. */
export function FileDrop({
  label,
  hint,
  accept,
  name = 'file',
  chosen,
  error,
  disabled = false,
  onFile,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isMany, setMany] = useState(false);
  const id = useId();

  // Dropped beside, the browser would leave the page to show the file.
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);

  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    setMany(others.length > 0);
    if (file && others.length === 0 && !disabled) onFile(file);
    // The same file may be chosen again after it was mended.
    if (input.current) input.current.value = '';
  };
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover' && !disabled);
  };

  const fault = isMany ? 'Släpp en fil i taget.' : error;
  return (
    <div className="file-drop-field">
      <label
        className={cx('file-drop', isOver && 'file-drop-over', disabled && 'file-drop-disabled')}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={(event) => {
          onDrag(event);
          take(event.dataTransfer.files);
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
          aria-invalid={fault ? true : undefined}
          onChange={(event) => take(event.target.files)}
        />
        <FileUp size={26} strokeWidth={1.8} aria-hidden="true" />
        <span className="file-drop-label">{chosen ?? label}</span>
        <span className="file-drop-hint" id={`${id}-hint`}>
          {hint}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={fault} />
    </div>
  );
}

/** How far long work has come, from 0 to 1; undefined while that is not known. */
export function Progress({ label, part }: { label: string; part: number | undefined }) {
  return (
    <div className="progress">
      <p role="status">{label}</p>
      <progress aria-label={label} {...(part !== undefined && { value: part, max: 1 })} />
    </div>
  );
}
