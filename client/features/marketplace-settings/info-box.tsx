import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { MarketplaceSettings } from '../../../src/features/marketplace-settings/contract';
import { clientConfig } from '../../platform/page/config';
import { Hyphenated } from '../../ui/hyphenated';
import { OutLink } from '../../ui/out-link';
import { safeHtml } from '../../ui/safe-html';

/** The word for the identity-check service becomes a link (section 1). */
function withIdentityLink(text: string): ReactNode {
  const { identity_check_word: word, identity_check_url: url } = clientConfig();
  if (!word) return text;
  return text.split(word).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>
      {index > 0 && (
        <OutLink href={url} otherwise={word}>
          {word}
        </OutLink>
      )}
      {part}
    </Fragment>
  ));
}

/** How the market works, in steps, and what to beware of (sections 1 and 2). */
export function InfoBox({ settings }: { settings: MarketplaceSettings }) {
  const { info_box_title, info_box_steps, info_box_warning } = settings;
  // D20: cleaned when it was saved, and again here.
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
                // biome-ignore lint/suspicious/noArrayIndexKey: two steps may read the same, and none changes places
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
