import { CalendarPlus, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#client/platform/feedback/copy-text.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Field } from '#client/ui/field.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { TextArea, TextInput } from '#client/ui/inputs.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { feedFilterOf, feedQueryOf } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { embedSnippet } from './embed-snippet.ts';
import { feedLinks } from './feed-links.ts';

type Props = { filter: EventFilter; today: string; onClose: () => void };

/** Ways to follow the chosen races elsewhere. */
export function SubscribeDialog({ filter, today, onClose }: Props) {
  const query = feedQueryOf(filter);
  const selection = nameOfSelection(feedFilterOf(filter), today);
  const links = feedLinks(query, {
    origin: window.location.origin,
    name: [clientConfig().site_name, selection].filter(Boolean).join(': '),
  });
  return (
    <Dialog open onClose={onClose} title="Prenumerera">
      <div className="subscribe">
        <p>
          <strong>{selection || 'Alla lopp'}</strong>. Nya lopp, flyttade datum och inställda lopp kommer av
          sig själva.
        </p>
        {filter.near === MY_POSITION && (
          <p className="subscribe-note">
            Din position följer inte med. Välj en ort under ”Nära …” om du bara vill ha lopp nära den.
          </p>
        )}
        <section aria-labelledby="subscribe-calendar">
          <h3 className="type-card" id="subscribe-calendar">
            I din kalender
          </h3>
          <div className="subscribe-actions">
            <a className="button button-primary" href={links.webcal}>
              <CalendarPlus size={18} aria-hidden="true" />
              Öppna i kalenderappen
            </a>
            <ExternalLink className="button button-secondary" href={links.google}>
              Google Kalender
            </ExternalLink>
            <ExternalLink className="button button-secondary" href={links.outlook}>
              Outlook
            </ExternalLink>
          </div>
          <CopyField label="Adress till kalendern" text={links.icalendar} />
        </section>
        <section aria-labelledby="subscribe-reader">
          <h3 className="type-card" id="subscribe-reader">
            I en nyhetsläsare
          </h3>
          <CopyField label="Atom-flöde" text={links.atom} />
          <p className="subscribe-note">
            För program finns också{' '}
            <a href={links.json} target="_blank" rel="noopener">
              JSON Feed
            </a>{' '}
            och{' '}
            <a href="/api/docs" target="_blank" rel="noopener">
              API:et
            </a>
            .
          </p>
        </section>
        <details className="subscribe-embed">
          <FoldSummary className="type-card">På din webbplats</FoldSummary>
          <EmbedCode query={query} />
        </details>
      </div>
    </Dialog>
  );
}

const THEMES = [
  { value: 'auto', label: 'Automatiskt' },
  { value: 'light', label: 'Ljust' },
  { value: 'dark', label: 'Mörkt' },
] as const;

function EmbedCode({ query }: { query: string }) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]['value']>('auto');
  const snippet = embedSnippet({
    origin: window.location.origin,
    query,
    theme: theme === 'auto' ? undefined : theme,
  });
  return (
    <div className="subscribe-code">
      <p className="subscribe-note">
        Klistra in koden där loppen ska visas, högst 30 med en länk till alla. Den sparar inget hos besökarna.
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

function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <Field label={label}>
      {(aria) => (
        <div className="subscribe-copy">
          <TextInput {...aria} readOnly value={text} onFocus={(event) => event.target.select()} />
          <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyText(text)}>
            Kopiera
          </Button>
        </div>
      )}
    </Field>
  );
}
