import { useMedia } from '#client/ui/use-media.ts';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import { Slide } from '../slide.tsx';

type PreviewedBanner = Pick<
  PublicBanner,
  'title' | 'description' | 'file_url' | 'external_url' | 'link_url' | 'file_type'
>;

export function Preview({ banner }: { banner: PreviewedBanner }) {
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');
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
              />
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
