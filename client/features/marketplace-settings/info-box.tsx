import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MarketplaceSettings } from '../../../src/features/marketplace-settings/contract';
import { clientConfig } from '../../platform/config';

/** The words of cleaned HTML, with its entities read and its tags dropped. */
function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  return body.textContent ?? '';
}

/** The word for the identity-check service becomes a link (section 1). */
function withIdentityLink(text: string): ReactNode[] {
  const { identity_check_word: word, identity_check_url: url } = clientConfig();
  const parts = word ? text.split(word) : [text];
  return parts.flatMap((part, index) =>
    index === 0
      ? [part]
      : [
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <a key={index} href={url} target="_blank" rel="noopener">
            {word}
          </a>,
          part,
        ],
  );
}

/** How the market works, in steps, and what to beware of (sections 1 and 2). */
export function InfoBox({ settings }: { settings: MarketplaceSettings }) {
  const { info_box_title, info_box_steps, info_box_warning } = settings;
  const warning = wordsOf(info_box_warning);
  if (!info_box_title && info_box_steps.length === 0 && !warning) return null;
  return (
    <section className="info-box" aria-label={info_box_title || 'Så fungerar det'}>
      <div className="info-box-how">
        {info_box_title && <h2 className="type-section">{info_box_title}</h2>}
        <ol className="info-box-steps">
          {info_box_steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {warning && (
        <div className="info-box-warning">
          <TriangleAlert size={20} aria-hidden="true" />
          <p>{withIdentityLink(warning)}</p>
        </div>
      )}
    </section>
  );
}
