import { useEffect, useId, useRef, useState } from 'react';
import { cx } from '#client/ui/class-names.ts';

/** `isWhole`: never cut. */
export function AdDescription({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isClipped, setClipped] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen || isWhole) return;
    // Also fires once when observing starts, so the first render is measured too.
    const observer = new ResizeObserver(() => setClipped(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, isWhole]);

  return (
    <div className="ad-description">
      <p
        id={id}
        ref={paragraph}
        className={cx('ad-description-text', !isOpen && !isWhole && 'ad-description-short')}
      >
        {text}
      </p>
      {(isClipped || isOpen) && (
        <button
          type="button"
          className="button-link ad-description-more"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Visa mindre' : 'Visa mer'}
        </button>
      )}
    </div>
  );
}
