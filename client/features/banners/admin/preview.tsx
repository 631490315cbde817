import { useState } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import { sourceOf } from '#src/features/banners/rules.ts';
import { Slide } from '../slide.tsx';

type PreviewedBanner = Pick<
  PublicBanner,
  'title' | 'description' | 'file_url' | 'external_url' | 'link_url' | 'file_type'
>;

export function Preview({ banner }: { banner: PreviewedBanner }) {
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const source = sourceOf(banner);
  const [failedSource, setFailedSource] = useState<string>();
  return (
    <figure className="banner-preview">
      <figcaption className="field-label">Så visas den på startsidan</figcaption>
      <div className="banner-preview-frame" inert>
        <div className="carousel">
          <div className="carousel-slides">
            <div className="carousel-slide" data-state="current">
              <Slide
                banner={{
                  ...banner,
                  id: '',
                  is_active: true,
                  order_index: 0,
                  created_at: '',
                }}
                isCurrent
                isStopped={prefersReducedMotion}
                isFirst
                onFailed={() => setFailedSource(source ?? undefined)}
              />
            </div>
          </div>
        </div>
      </div>
      {source && failedSource === source && <Alert>Filen kan inte visas. Välj en annan.</Alert>}
    </figure>
  );
}
