import { useToday } from '#client/platform/page/clock.ts';
import { WatchButton } from './watch-button.tsx';
import { kindsOf, type Watched } from './watched.ts';

type Props = Omit<Parameters<typeof WatchButton>[0], 'watched'> & {
  watched: Extract<Watched, { event: unknown }>;
};

/** Nothing if there is nothing to watch, or not what the button is about. */
export function WatchEventButton({ watched, ...look }: Props) {
  const kinds = kindsOf(watched.event, useToday());
  if (watched.kind ? !kinds.includes(watched.kind) : kinds.length === 0) return null;
  return <WatchButton watched={watched} {...look} />;
}
