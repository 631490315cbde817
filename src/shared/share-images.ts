import { SPORTS, sportNamed } from './sports.ts';
import { fold } from './text.ts';

/** In pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 };

/** The text in a picture says the same as `alt`. */
type ShareImage = { path: string; alt: string };

const imageOf = (text: string, name = text): ShareImage => ({
  path: `/share/${fold(name).replace(/[^a-z0-9]+/g, '-')}.png`,
  alt: text,
});

const GENERAL = imageOf('Hitta din nästa utmaning', 'kalender');
const BY_SPORT = new Map<string, ShareImage>(SPORTS.map((sport) => [sport, imageOf(sport)]));

/** The picture that social networks show beside a link: one for each sport, and one for everything else. */
export const shareImageOf = (sport = ''): ShareImage => BY_SPORT.get(sportNamed(sport) ?? '') ?? GENERAL;

export const SHARE_IMAGES: readonly ShareImage[] = [GENERAL, ...BY_SPORT.values()];
