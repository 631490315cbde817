import type { PublicBanner } from '../../../../src/features/banners/contract';
import { useMedia } from '../../../ui/use-media';
import { Slide } from '../slide';

type Shown = Pick<PublicBanner, 'title' | 'description' | 'file_url' | 'external_url' | 'file_type'>;

export function Preview({ banner }: { banner: Shown }) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  return (
    <figure className="banner-preview">
      <figcaption className="field-label">Så visas den på startsidan</figcaption>
      <div className="banner-preview-frame" inert>
        <div className="carousel">
          <div className="carousel-slides">
            <div className="carousel-slide" data-at="current">
              <Slide
                banner={{
                  ...banner,
                  id: '',
                  link_url: null,
                  is_active: true,
                  order_index: 0,
                  created_at: '',
                }}
                isCurrent
                isStopped={isStill}
                isFirst
              />
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
