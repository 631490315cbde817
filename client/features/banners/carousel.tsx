import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAfterPaint } from '#client/ui/use-after-paint.ts';
import { useRovingFocus } from '#client/ui/use-roving-focus.ts';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import { Slide } from './slide.tsx';
import { useRotation } from './use-rotation.ts';
import { useSwipe } from './use-swipe.ts';

/** Pauses on hover and focus, in a hidden tab, and when stopped. Renders nothing without banners. */
export function Carousel({ banners }: { banners: readonly PublicBanner[] }) {
  const count = banners.length;
  const rotation = useRotation(count);
  const { index, leavingIndex, direction, isStopped, isStill, setHold } = rotation;
  const swipe = useSwipe(rotation);
  const isPainted = useAfterPaint(true, false);
  if (count === 0) return null;

  return (
    <section
      className="carousel"
      aria-roledescription="karusell"
      aria-label="Aktuellt"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHold('pointer', true)}
      onPointerLeave={() => setHold('pointer', false)}
      onFocus={() => setHold('focus', true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHold('focus', false);
      }}
    >
      {count > 1 && <Controls banners={banners} {...rotation} isStopped={isStopped} />}
      <div
        className="carousel-slides"
        data-direction={direction}
        aria-live={isStill ? 'polite' : 'off'}
        {...swipe}
      >
        {banners.map((banner, slideIndex) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of the ARIA carousel pattern, not a fieldset
          <div
            key={banner.id}
            className="carousel-slide"
            data-state={
              slideIndex === index ? 'current' : slideIndex === leavingIndex ? 'leaving' : undefined
            }
            data-moves={leavingIndex !== undefined || undefined}
            role="group"
            aria-roledescription="bild"
            aria-label={`${slideIndex + 1} av ${count}`}
            inert={slideIndex !== index}
          >
            <Slide
              banner={banner}
              isCurrent={slideIndex === index}
              isStopped={isStopped}
              isFirst={slideIndex === 0}
              // The files of the others would delay what the first view needs.
              hasMedia={slideIndex === 0 || isPainted}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

type ControlsProps = Pick<
  ReturnType<typeof useRotation>,
  'index' | 'isStopped' | 'next' | 'previous' | 'goTo' | 'toggle'
> & { banners: readonly PublicBanner[] };

function Controls({ banners, index, isStopped, next, previous, goTo, toggle }: ControlsProps) {
  const count = banners.length;
  const [controls, dots] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useRovingFocus(controls);
  useEffect(() => {
    // Not scrollIntoView, which would also scroll the page.
    const [list, dot] = [dots.current, dots.current?.children[index]];
    if (list && dot instanceof HTMLElement)
      list.scrollLeft = dot.offsetLeft - list.offsetLeft - (list.clientWidth - dot.offsetWidth) / 2;
  }, [index, dots]);
  return (
    <div className="carousel-controls" role="toolbar" aria-label="Bildspel" ref={controls}>
      <button
        type="button"
        aria-label={isStopped ? 'Starta bildspelet' : 'Pausa bildspelet'}
        onClick={toggle}
      >
        {isStopped ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
      </button>
      <button type="button" aria-label="Föregående" onClick={previous}>
        <ChevronLeft size={20} aria-hidden="true" />
      </button>
      <div className="carousel-dots" ref={dots}>
        {banners.map((banner, slideIndex) => (
          <button
            key={banner.id}
            type="button"
            className="carousel-dot"
            aria-label={`Visa ${slideIndex + 1} av ${count}`}
            aria-current={slideIndex === index || undefined}
            onClick={() => goTo(slideIndex)}
          />
        ))}
      </div>
      <span className="carousel-count">
        {index + 1} / {count}
      </span>
      <button type="button" aria-label="Nästa" onClick={next}>
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
