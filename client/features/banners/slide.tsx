import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import { sourceOf } from '#src/features/banners/rules.ts';
import { isOwnPath, isWebUrl, urlOf } from '#src/shared/web-url.ts';

type Props = {
  banner: PublicBanner;
  isCurrent: boolean;
  isStopped: boolean;
  isFirst: boolean;
  hasMedia?: boolean;
  /** The file cannot be shown. */
  onFailed?: () => void;
};

export function Slide({ banner, hasMedia = true, ...media }: Props) {
  const { title, description, link_url } = banner;
  const hasLink = !!link_url && (isOwnPath(link_url) || isWebUrl(link_url));
  return (
    <BannerLink to={link_url}>
      {hasMedia && <Media key={banner.file_url ?? banner.external_url} banner={banner} {...media} />}
      <span className="carousel-text">
        {title || description ? (
          <span className="carousel-words">
            {title && <span className="type-banner">{title}</span>}
            {description && <span className="carousel-description">{description}</span>}
          </span>
        ) : (
          <span className="visually-hidden">{nameWithoutText(banner)}</span>
        )}
        {hasLink && (
          <span className="carousel-more">
            {textOf(link_url)} <ArrowRight size={16} aria-hidden="true" />
          </span>
        )}
      </span>
    </BannerLink>
  );
}

/** What a press does, by the start of the path. */
const TARGETS = [
  ['/map', 'Öppna kartan'],
  ['/submit-event', 'Föreslå lopp'],
  ['/marketplace', 'Till marknaden'],
  ['/contact', 'Kontakta oss'],
  ['/lopp/', 'Visa loppet'],
  ['/?', 'Visa loppen'],
] as const;

const textOf = (link: string) => TARGETS.find(([start]) => link.startsWith(start))?.[1] ?? 'Läs mer';

const nameWithoutText = ({ link_url }: PublicBanner) =>
  link_url ? `Till ${isOwnPath(link_url) ? link_url : urlOf(link_url)?.host}` : 'Bild utan text';

function BannerLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to && isOwnPath(to)) {
    return (
      <Link className="carousel-link" to={to} draggable={false}>
        {children}
      </Link>
    );
  }
  return (
    <ExternalLink
      className="carousel-link"
      href={to ?? ''}
      fallback={<div className="carousel-link">{children}</div>}
    >
      {children}
    </ExternalLink>
  );
}

function Media({ banner, isCurrent, isStopped, isFirst, onFailed }: Omit<Props, 'hasMedia'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const source = sourceOf(banner);
  const isPlaying = isCurrent && !isStopped;

  useEffect(() => {
    if (isPlaying) video.current?.play().catch(() => {});
    else video.current?.pause();
  }, [isPlaying]);

  const fail = () => {
    setHasFailed(true);
    onFailed?.();
  };

  // If the image cannot be loaded, the text remains on the background colour.
  if (!source || hasFailed) return null;
  return banner.file_type === 'video' ? (
    <video
      ref={video}
      src={source}
      muted
      playsInline
      loop
      preload={isCurrent ? 'auto' : 'none'}
      onError={fail}
    />
  ) : (
    <img
      src={source}
      alt=""
      draggable={false}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'low'}
      onError={fail}
    />
  );
}
