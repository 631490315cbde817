import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { AdminBanner } from '../../../../src/features/banners/contract';
import { IconButton } from '../../../ui/icon-button';

type Props = {
  banner: AdminBanner;
  /** How many banners there are. */
  count: number;
  onMove: (banner: AdminBanner, by: -1 | 1) => void;
};

/** Up, but not at 0, and down, but not at the last (section 4). Focus goes with the banner, and stays on a button. */
export function MoveButtons({ banner, count, onMove }: Props) {
  const { title, order_index } = banner;
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<-1 | 1>(undefined);
  const press = (by: -1 | 1) => {
    pressed.current = by;
    onMove(banner, by);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what moves the row and takes its focus
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const [same, other] = pressed.current < 0 ? [up, down] : [down, up];
    pressed.current = undefined;
    (same.current?.disabled ? other : same).current?.focus();
  }, [order_index]);

  return (
    <span className="banner-move">
      <IconButton
        label={`Flytta upp: ${title}`}
        title="Flytta upp"
        ref={up}
        disabled={order_index === 0}
        onClick={() => press(-1)}
      >
        <ArrowUp size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Flytta ner: ${title}`}
        title="Flytta ner"
        ref={down}
        disabled={order_index >= count - 1}
        onClick={() => press(1)}
      >
        <ArrowDown size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
