// The pages that other sites show in a frame.

const RACE_LIST = /^\/embed\/lopp\/?$/;
const START_PLACES = /^\/embed(\/lopp\/[^/]+)\/startplatser\/?$/;

/** Whether other sites may show the path in a frame, even if it does not exist. */
export const isEmbedPath = (path: string): boolean => path.startsWith('/embed/');

export const isRaceList = (path: string): boolean => RACE_LIST.test(path);

/** The path of the race whose start places are shown, `/lopp/<slug>`. Undefined for other paths. */
export const racePathOfEmbed = (path: string): string | undefined => START_PLACES.exec(path)?.[1];

export const startPlacesPath = (racePath: string): string => `/embed${racePath}/startplatser`;

export type Theme = 'light' | 'dark';

/** Undefined for the visitor's own preference. */
export function readTheme(params: URLSearchParams): Theme | undefined {
  const theme = params.get('theme');
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
