import { beforeEach, describe, expect, test } from 'bun:test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { InfoBox } from '#client/features/marketplace-settings/info-box.tsx';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { cleanHtml } from '#src/platform/clean-html.ts';
import { freshPage, setViewportWidth, show } from '#tests/support/client.tsx';
import { HOSTILE_HTML, isHarmless } from '#tests/support/hostile-html.ts';

freshPage('2027-01-15T10:00:00+01:00');

function renderWarning(info_box_warning: string): string | undefined {
  show(
    <InfoBox
      settings={{
        ...DEFAULT_SETTINGS,
        info_box_title: 'Så går det till',
        info_box_steps: ['Ett'],
        info_box_warning,
      }}
    />,
  );
  return document.querySelector('.info-box-warning-text')?.innerHTML;
}
const MRKOLL_LINK = '<a href="https://mrkoll.se" target="_blank" rel="noopener" draggable="false">MrKoll</a>';

describe('the warning of the info box', () => {
  test('renders the default text with its bold part and a link on "MrKoll"', () => {
    const html = renderWarning(DEFAULT_SETTINGS.info_box_warning);
    expect(html).toStartWith('<b>Var försiktig när du betalar.</b> Kontrollera ');
    expect(html).toContain(MRKOLL_LINK);
  });

  test('keeps bold, italic, lists, line breaks and links, and opens links in a new tab', () => {
    const typed = '<strong>A</strong><em>B</em><i>C</i><br><ul><li>D</li></ul><ol><li>E</li></ol>';
    expect(renderWarning(`${typed}<a href="https://lopp.se/a?b=1&amp;c=2">F</a>`)).toBe(
      `${typed}<a href="https://lopp.se/a?b=1&amp;c=2" target="_blank" rel="noopener" draggable="false">F</a>`,
    );
  });

  test('links every "MrKoll", also in bold text, but not inside another link', () => {
    expect(renderWarning('<b>Hos MrKoll</b>, MrKoll <a href="https://a.se">eller MrKoll</a>')).toBe(
      `<b>Hos ${MRKOLL_LINK}</b>, ${MRKOLL_LINK} <a href="https://a.se" target="_blank" rel="noopener" draggable="false">eller MrKoll</a>`,
    );
  });

  test('renders entities as text, also when they spell an element', () => {
    expect(renderWarning('Du &amp; jag &lt;b&gt; &lt;script&gt;')).toBe(
      'Du &amp; jag &lt;b&gt; &lt;script&gt;',
    );
  });

  const hostileCases: [string, string][] = [
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>*{display:none}</style>a', 'a'],
    ['a<img src=x onerror=alert(1)>b', 'ab'],
    ['a<svg onload=alert(1)><a href="https://x.se">x</a></svg>b', 'ab'],
    ['<b onclick="alert(1)" style="position:fixed" class="button" id="root">a</b>', '<b>a</b>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href=" java&#10;script:alert(1)">a</a>', 'a'],
    ['<a href="data:text/html,x">a</a><a href="//x.se">b</a><a href="/admin">c</a>', 'abc'],
    ['<a href="https://bank.se@x.se">a</a>', 'a'],
    ['<form action="https://x.se"><input name=p><button>a</button></form>', 'a'],
    ['<div><h1>a</h1><table><tr><td>b</td></tr></table></div>', 'ab'],
    ['<a href="javascript:alert(1)">MrKoll</a>', MRKOLL_LINK],
    ['<b>a', '<b>a</b>'],
    ['a<!-- b -->c', 'ac'],
    ['a<math><mi//xlink:href="data:x,<script>alert(1)</script>">', 'a'],
  ];
  test.each(hostileCases)('sanitizes %s', (typed, html) => {
    expect(renderWarning(typed)).toBe(html);
  });

  test('is not rendered without visible text', () => {
    expect(renderWarning('<b> </b><script>alert(1)</script>')).toBeUndefined();
    expect(screen.getByText('Så går det till')).toBeTruthy();
  });

  test.each(HOSTILE_HTML.map((html) => [html.slice(0, 80), html]))(
    'is harmless after the server has sanitized it: %s',
    (_, typed) => {
      const html = renderWarning(`före ${cleanHtml(typed)} efter`) ?? '';
      expect([html, isHarmless(html)]).toEqual([html, true]);
    },
  );
});

describe('the folding of the info box', () => {
  beforeEach(() => localStorage.removeItem('market_info_seen'));

  const renderInfoBox = (isPreview = false) => {
    cleanup();
    show(<InfoBox settings={DEFAULT_SETTINGS} isPreview={isPreview} />);
  };
  const button = () => screen.getByRole('button', { name: DEFAULT_SETTINGS.info_box_title });
  /** The style sheet hides parts of the box by data-folding. */
  const foldingState = () => [
    document.querySelector('.info-box')?.getAttribute('data-folding'),
    button().getAttribute('aria-expanded'),
  ];

  test('is open at the first visit, folded at later ones, and toggled by a press', () => {
    renderInfoBox();
    expect(foldingState()).toEqual(['open', 'true']);
    renderInfoBox();
    expect(foldingState()).toEqual(['folded', 'false']);
    fireEvent.click(button());
    expect(foldingState()).toEqual(['open', 'true']);
    fireEvent.click(button());
    expect(foldingState()).toEqual(['folded', 'false']);
  });

  test('is folded on a phone, until a press', () => {
    setViewportWidth(390);
    renderInfoBox();
    expect(foldingState()).toEqual(['folded', 'false']);
    fireEvent.click(button());
    expect(foldingState()).toEqual(['open', 'true']);
  });

  test('does not apply to the preview in the portal', () => {
    renderInfoBox(true);
    expect(foldingState()).toEqual(['open', 'true']);
    expect(localStorage.getItem('market_info_seen')).toBeNull();
    renderInfoBox();
    renderInfoBox(true);
    expect(foldingState()).toEqual(['open', 'true']);
  });
});
