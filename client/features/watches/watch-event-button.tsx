import { useToday } from '../../platform/page/clock';
import { WatchButton } from './watch-button';
import { kindsOf, type Watched } from './watched';

type Props = Omit<Parameters<typeof WatchButton>[0], 'watched'> & {
  watched: Extract<Watched, { event: unknown }>;
};

/** Nothing if there is nothing to watch, or not what the button is about. */
export function WatchEventButton({ watched, ...look }: Props) {
  const kinds = kindsOf(watched.event, useToday());
  if (watched.kind ? !kinds.includes(watched.kind) : kinds.length === 0) return null;
  return <WatchButton watched={watched} {...look} />;
}
