import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#client/platform/feedback/copy-text.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { type Embedded, embedSnippet } from './embed-snippet.ts';

const THEMES = [
  { value: 'auto', label: 'Automatiskt' },
  { value: 'light', label: 'Ljust' },
  { value: 'dark', label: 'Mörkt' },
] as const;

export function EmbedCode({ embedded }: { embedded: Embedded }) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]['value']>('auto');
  const snippet = embedSnippet(embedded, {
    origin: window.location.origin,
    theme: theme === 'auto' ? undefined : theme,
  });
  return (
    <div className="follow-code">
      <p className="follow-note">
        {'slug' in embedded
          ? 'Koden visar loppets startplatser. Klistra in den där de ska synas.'
          : 'Klistra in koden där loppen ska visas, högst 30 med en länk till alla.'}{' '}
        Den sparar inget hos besökarna.
      </p>
      <Segmented legend="Utseende" name="theme" value={theme} options={THEMES} onChange={setTheme} />
      <Field label="Kod">
        {(aria) => (
          <TextArea {...aria} readOnly rows={4} value={snippet} onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <Button
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => void copyText(snippet, 'Koden är kopierad')}
      >
        Kopiera koden
      </Button>
    </div>
  );
}
