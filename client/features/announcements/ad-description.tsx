import { useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../ui/class-names';

/** Three lines of what the owner wrote; where there is more, a button for the rest. */
export function AdDescription({ text }: { text: string }) {
  const id = useId();
  const words = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isClipped, setClipped] = useState(false);

  useEffect(() => {
    const element = words.current;
    if (!element || isOpen) return;
    // Told when the card comes into sight and whenever its width changes.
    const observer = new ResizeObserver(() => setClipped(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <div className="ad-description">
      <p id={id} ref={words} className={cx('ad-description-text', !isOpen && 'ad-description-short')}>
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
