import { ChevronDown, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import { clientConfig } from '#client/platform/page/config.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { safeHtml } from '#client/ui/safe-html.tsx';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { useFolding } from './use-folding.ts';

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

type Props = { settings: MarketplaceSettings; isPreview?: boolean };

export function InfoBox({ settings, isPreview = false }: Props) {
  const { info_box_title, info_box_steps, info_box_warning } = settings;
  const id = useId();
  const { folding, toggle } = useFolding(isPreview);
  // Sanitized when saved, and again when shown (D20).
  const warning = safeHtml(info_box_warning, withIdentityLink);
  if (!info_box_title && info_box_steps.length === 0 && !warning) return null;
  const title = info_box_title || 'Så fungerar det';
  return (
    <section className="info-box" aria-label={title} data-folding={folding}>
      <h2 className="type-section">
        <button
          type="button"
          className="info-box-toggle"
          aria-expanded={folding && folding === 'open'}
          aria-controls={id}
          onClick={toggle}
        >
          <span>
            <Hyphenated text={title} />
          </span>
          <ChevronDown className="info-box-arrow" size={22} aria-hidden="true" />
        </button>
      </h2>
      <div className="info-box-content" id={id}>
        {info_box_steps.length > 0 && (
          <ol className="info-box-steps">
            {info_box_steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps may be equal, and their order is fixed
              <li key={index}>{step}</li>
            ))}
          </ol>
        )}
        {warning && (
          <div className="info-box-warning">
            <TriangleAlert size={20} aria-hidden="true" />
            <div className="info-box-warning-text">{warning}</div>
          </div>
        )}
      </div>
    </section>
  );
}
