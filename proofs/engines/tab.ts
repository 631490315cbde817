/** A window of a browser, with the few commands that each driver can do. */
export type Tab = {
  open: (url: string) => Promise<void>;
  has: (target: Target) => Promise<boolean>;
  /** A real press in the middle of the element, which is scrolled into view. */
  press: (target: Target) => Promise<void>;
  /** Real keys into the empty element. */
  type: (target: Target, text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The first visible element that matches `css` and contains `text`. */
export type Target = { css: string; text?: string };

/** Runs in the page. */
export function findVisible({ css, text = '' }: Target): Element | undefined {
  return [...document.querySelectorAll(css)].find((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
    return isShown && (element.textContent ?? '').includes(text);
  });
}

export type Engine = {
  /** Name and version. */
  name: string;
  openTab: (size: { width: number; height: number }) => Promise<Tab>;
  close: () => Promise<void>;
};
