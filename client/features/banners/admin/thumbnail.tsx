import { Film, ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { sourceOf } from '#src/features/banners/rules.ts';

export function Thumbnail({ banner }: { banner: AdminBanner }) {
  const source = sourceOf(banner);
  const [failedSource, setFailedSource] = useState<string>();
  return (
    <span className="banner-thumbnail">
      {!source || failedSource === source ? (
        <ImageOff size={22} aria-label="Filen kan inte visas" />
      ) : banner.file_type === 'video' ? (
        <>
          {/* The first frame is often black. */}
          <video
            src={`${source}#t=0.5`}
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            aria-hidden="true"
            onError={() => setFailedSource(source)}
          />
          <Film size={16} aria-label="Film" className="banner-thumbnail-film" />
        </>
      ) : (
        <img src={source} alt="" loading="lazy" onError={() => setFailedSource(source)} />
      )}
    </span>
  );
}
