import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#client/ui/icon-button.tsx';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { bannerName } from '#src/features/banners/rules.ts';

type Props = {
  banner: AdminBanner;
  count: number;
  onMove: (banner: AdminBanner, by: -1 | 1) => void;
};

/** Focus stays on the pressed button, even at the end of the list: another press must not move the banner back. */
export function MoveButtons({ banner, count, onMove }: Props) {
  const { order_index } = banner;
  const name = bannerName(banner);
  const upButton = useRef<HTMLButtonElement>(null);
  const downButton = useRef<HTMLButtonElement>(null);
  const pressedDirection = useRef<-1 | 1>(undefined);
  const [heldDirection, setHeldDirection] = useState<-1 | 1>();
  const isEnd = { [-1]: order_index === 0, 1: order_index >= count - 1 };
  const press = (direction: -1 | 1) => {
    if (isEnd[direction]) return;
    pressedDirection.current = direction;
    setHeldDirection(direction);
    onMove(banner, direction);
  };
  const buttonProps = (direction: -1 | 1) => ({
    // A disabled button cannot keep focus.
    ...(isEnd[direction] && (heldDirection === direction ? { 'aria-disabled': true } : { disabled: true })),
    onBlur: () => setHeldDirection(undefined),
    onClick: () => press(direction),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed position moves the row, which removes focus
  useLayoutEffect(() => {
    if (!pressedDirection.current) return;
    const { current } = pressedDirection.current < 0 ? upButton : downButton;
    pressedDirection.current = undefined;
    current?.focus();
  }, [order_index]);

  return (
    <span className="banner-move">
      <IconButton label={`Flytta upp: ${name}`} title="Flytta upp" ref={upButton} {...buttonProps(-1)}>
        <ArrowUp size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Flytta ner: ${name}`} title="Flytta ner" ref={downButton} {...buttonProps(1)}>
        <ArrowDown size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
