import { Copy } from 'lucide-react';
import { copyText } from '#client/platform/feedback/copy-text.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';

export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <Field label={label}>
      {(aria) => (
        <div className="follow-copy">
          <TextInput {...aria} readOnly value={text} onFocus={(event) => event.target.select()} />
          <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyText(text)}>
            Kopiera
          </Button>
        </div>
      )}
    </Field>
  );
}
