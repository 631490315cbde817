import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { MarketplaceSettings } from '../../../src/features/marketplace-settings/contract';
import { clientConfig } from '../../platform/page/config';
import { ExternalLink } from '../../ui/external-link';
import { Hyphenated } from '../../ui/hyphenated';
import { safeHtml } from '../../ui/safe-html';

function withIdentityLink(text: string): ReactNode {
  const { identity_check_word: word, identity_check_url: url } = clientConfig();
  if (!word) return text;
  return text.split(word).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is fixed
    <Fragment key={index}>
      {index > 0 && (
        <ExternalLink href={url} fallback={word}>
          {word}
        </ExternalLink>
      )}
      {part}
    </Fragment>
  ));
}

export function InfoBox({ settings }: { settings: MarketplaceSettings }) {
  const { info_box_title, info_box_steps, info_box_warning } = settings;
  // Sanitized when saved, and again when shown (D20).
  const warning = safeHtml(info_box_warning, withIdentityLink);
  if (!info_box_title && info_box_steps.length === 0 && !warning) return null;
  return (
    <section className="info-box" aria-label={info_box_title || 'Så fungerar det'}>
      {(info_box_title || info_box_steps.length > 0) && (
        <div className="info-box-how">
          {info_box_title && (
            <h2 className="type-section">
              <Hyphenated text={info_box_title} />
            </h2>
          )}
          {info_box_steps.length > 0 && (
            <ol className="info-box-steps">
              {info_box_steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps may be equal, and their order is fixed
                <li key={index}>{step}</li>
              ))}
            </ol>
          )}
        </div>
      )}
      {warning && (
        <div className="info-box-warning">
          <TriangleAlert size={20} aria-hidden="true" />
          <div className="info-box-warning-text">{warning}</div>
        </div>
      )}
    </section>
  );
}
