import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Carousel } from '#client/features/banners/carousel.tsx';
import type { PublicBanner } from '#src/features/banners/contract.ts';

const banner = (title: string, part: Partial<PublicBanner> = {}): PublicBanner => ({
  id: title,
  title,
  description: null,
  external_url: null,
  file_url: '/demo/course.webp',
  link_url: null,
  file_type: 'image',
  is_active: true,
  order_index: 0,
  created_at: '2027-01-01T00:00:00.000Z',
  ...part,
});
const THREE_BANNERS = ['Ett', 'Två', 'Tre'].map((title) => banner(title));

const show = (banners: PublicBanner[] = THREE_BANNERS) =>
  render(
    <MemoryRouter>
      <Carousel banners={banners} />
    </MemoryRouter>,
  );
const currentTitle = () => document.querySelector('[data-state="current"] .type-banner')?.textContent;
const advanceTime = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
/** The files of the other banners are loaded after the first view is painted. */
const waitForFiles = () => advanceTime(500);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const carousel = () => screen.getByRole('region', { name: 'Aktuellt' });

let prefersReducedMotion = false;
let visibility: DocumentVisibilityState = 'visible';
const realMatchMedia = window.matchMedia;

beforeEach(() => {
  jest.useFakeTimers();
  [prefersReducedMotion, visibility] = [false, 'visible'];
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: prefersReducedMotion, media: query }) as MediaQueryList;
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
});
afterEach(() => {
  jest.useRealTimers();
  window.matchMedia = realMatchMedia;
  Reflect.deleteProperty(document, 'visibilityState');
});

describe('the carousel', () => {
  test('shows no text over a banner without title, and names its link after the target', () => {
    show([banner('', { link_url: 'https://lopp.example/start' })]);
    expect(document.querySelector('.carousel-words')).toBeNull();
    expect(screen.getByRole('link').textContent).toStartWith('Till lopp.example');
  });

  test('advances every 5000 ms and wraps around', () => {
    show();
    advanceTime(4999);
    expect(currentTitle()).toBe('Ett');
    advanceTime(1);
    expect(currentTitle()).toBe('Två');
    advanceTime(5000);
    expect(currentTitle()).toBe('Tre');
    advanceTime(5000);
    expect(currentTitle()).toBe('Ett');
  });

  test('changes slides with previous, next and the dots, wraps around and shows "i / n"', () => {
    show();
    press('Föregående');
    expect(currentTitle()).toBe('Tre');
    expect(carousel().textContent).toContain('3 / 3');
    press('Nästa');
    expect(currentTitle()).toBe('Ett');
    press('Visa 2 av 3');
    expect(currentTitle()).toBe('Två');
    expect(carousel().textContent).toContain('2 / 3');
    expect(screen.getByRole('button', { name: 'Visa 2 av 3' }).getAttribute('aria-current')).toBe('true');
  });

  test('restarts the 5000 ms after a change by hand', () => {
    show();
    advanceTime(4000);
    press('Nästa');
    advanceTime(4000);
    expect(currentTitle()).toBe('Två');
    advanceTime(1000);
    expect(currentTitle()).toBe('Tre');
  });

  test('pauses while the pointer is over it', () => {
    show();
    fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ett');
    fireEvent.pointerLeave(carousel(), { pointerType: 'mouse' });
    advanceTime(5000);
    expect(currentTitle()).toBe('Två');
  });

  test('pauses while it contains focus', () => {
    show();
    act(() => screen.getByRole('button', { name: 'Nästa' }).focus());
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ett');
    act(() => screen.getByRole('button', { name: 'Nästa' }).blur());
    advanceTime(5000);
    expect(currentTitle()).toBe('Två');
  });

  test('pauses while the tab is hidden', () => {
    show();
    const setVisibility = (state: DocumentVisibilityState) => {
      visibility = state;
      act(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    setVisibility('hidden');
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ett');
    setVisibility('visible');
    advanceTime(5000);
    expect(currentTitle()).toBe('Två');
  });

  test('does not start by itself with prefers-reduced-motion', () => {
    prefersReducedMotion = true;
    show();
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ett');
    press('Nästa');
    expect(currentTitle()).toBe('Två');
    press('Starta bildspelet');
    advanceTime(5000);
    expect(currentTitle()).toBe('Tre');
  });

  test('is paused and started by its button, also while the button has focus', () => {
    show();
    act(() => screen.getByRole('button', { name: 'Pausa bildspelet' }).focus());
    press('Pausa bildspelet');
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ett');
    press('Starta bildspelet');
    advanceTime(5000);
    expect(currentTitle()).toBe('Två');
  });

  test('makes hidden slides inert, and is a live region only while it is paused', () => {
    show();
    const slides = [...document.querySelectorAll<HTMLElement>('.carousel-slide')];
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true]);
    expect(slides[0]?.getAttribute('aria-label')).toBe('1 av 3');
    const slideList = document.querySelector('.carousel-slides');
    expect(slideList?.getAttribute('aria-live')).toBe('off');
    press('Pausa bildspelet');
    expect(slideList?.getAttribute('aria-live')).toBe('polite');
  });

  test('advances on a swipe to the left and suppresses the click that follows', () => {
    show([banner('Ett', { link_url: 'https://example.se' }), banner('Två')]);
    const link = screen.getByRole('link');
    fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 300, clientY: 50 });
    fireEvent.pointerUp(link, { pointerType: 'touch', clientX: 200, clientY: 60 });
    expect(currentTitle()).toBe('Två');
    expect(fireEvent.click(link)).toBe(false);
  });

  test('renders nothing without banners and no controls with one', () => {
    const { container, unmount } = show([]);
    expect(container.innerHTML).toBe('');
    unmount();
    show([banner('Ensam')]);
    advanceTime(20_000);
    expect(currentTitle()).toBe('Ensam');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a banner in the carousel', () => {
  test('shows file_url before external_url, and plays a video muted, inline and in a loop', () => {
    show([
      banner('Film', { file_type: 'video', file_url: null, external_url: 'https://example.se/film.mp4' }),
      banner('Bild', { external_url: 'https://example.se/annan.png' }),
    ]);
    expect(document.querySelector('img')).toBeNull();
    waitForFiles();
    const film = document.querySelector('video');
    expect(film?.getAttribute('src')).toBe('https://example.se/film.mp4');
    expect([film?.muted, film?.loop, film?.playsInline ?? film?.hasAttribute('playsinline')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/demo/course.webp');
  });

  test('links to other sites in a new tab and to own pages in the same tab, and never to a script', () => {
    show([
      banner('Ett', { link_url: 'https://example.se/' }),
      banner('Två', { link_url: '/submit-event' }),
      banner('Tre', { link_url: 'javascript:alert(1)' }),
      banner('Fyra', { link_url: '//example.se' }),
    ]);
    const links = [...document.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.se/', '/submit-event']);
    expect(links[0]?.getAttribute('target')).toBe('_blank');
    expect(links[0]?.getAttribute('rel')).toBe('noopener');
    expect(links[1]?.hasAttribute('target')).toBe(false);
  });

  test('says where a banner leads, and nothing if it leads nowhere', () => {
    const links = ['/map', '/?sport=OCR', '/rules', 'https://lopp.example/map', null, 'javascript:alert(1)'];
    show(links.map((link_url, index) => banner(`Banner ${index}`, { link_url })));
    const slides = [...document.querySelectorAll('.carousel-slide')];
    const texts = slides.map((slide) => slide.querySelector('.carousel-more')?.textContent?.trim());
    expect(texts).toEqual(['Öppna kartan', 'Visa loppen', 'Läs mer', 'Läs mer', undefined, undefined]);
  });

  test('has one tab stop for its controls, and the arrow keys move between them', () => {
    show();
    const controls = screen.getAllByRole('button');
    const stops = () => controls.flatMap(({ tabIndex }, index) => (tabIndex === 0 ? [index] : []));
    expect(stops()).toEqual([0]);
    const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });
    controls[0]?.focus();
    pressKey('ArrowLeft');
    pressKey('ArrowRight');
    pressKey('ArrowRight');
    expect(document.activeElement === controls[2]).toBe(true);
    expect(stops()).toEqual([2]);
    press('Nästa');
    expect(stops()).toEqual([2]);
  });

  test('keeps its text when its image fails to load', () => {
    show();
    waitForFiles();
    const picture = document.querySelector('img');
    if (picture) fireEvent.error(picture);
    expect(document.querySelectorAll('img')).toHaveLength(2);
    expect(currentTitle()).toBe('Ett');
  });
});
