import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AdminBanner } from '../../../../src/features/banners/contract';
import { IconButton } from '../../../ui/icon-button';

type Props = {
  banner: AdminBanner;
  count: number;
  onMove: (banner: AdminBanner, by: -1 | 1) => void;
};

/** Focus stays on the pressed button, even at the end of the list: another press must not move the banner back. */
export function MoveButtons({ banner, count, onMove }: Props) {
  const { title, order_index } = banner;
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<-1 | 1>(undefined);
  const [held, setHeld] = useState<-1 | 1>();
  const isEnd = { [-1]: order_index === 0, 1: order_index >= count - 1 };
  const press = (by: -1 | 1) => {
    if (isEnd[by]) return;
    pressed.current = by;
    setHeld(by);
    onMove(banner, by);
  };
  const wiringOf = (by: -1 | 1) => ({
    // A disabled button cannot keep focus.
    ...(isEnd[by] && (held === by ? { 'aria-disabled': true } : { disabled: true })),
    onBlur: () => setHeld(undefined),
    onClick: () => press(by),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed position moves the row, which removes focus
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { current } = pressed.current < 0 ? up : down;
    pressed.current = undefined;
    current?.focus();
  }, [order_index]);

  return (
    <span className="banner-move">
      <IconButton label={`Flytta upp: ${title}`} title="Flytta upp" ref={up} {...wiringOf(-1)}>
        <ArrowUp size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Flytta ner: ${title}`} title="Flytta ner" ref={down} {...wiringOf(1)}>
        <ArrowDown size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
