import { describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, within } from '@testing-library/react';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { AppRoutes } from '#client/routes.tsx';
import { Shell } from '#client/shell/shell.tsx';
import { freshPage, show } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const SETTINGS = {
  info_box_title: 'Så fungerar Startplatsmarknaden',
  info_box_steps: ['Skapa ett konto.', 'Lägg upp en annons.'],
  info_box_warning:
    '<b>Var försiktig.</b> Kontrollera med MrKoll &amp; betala <script>alert(1)</script>sedan.',
};

const ANSWERS = { 'public.announcements.list': [], 'public.marketplaceSettings.get': SETTINGS };

const openShell = (path: string) =>
  show(
    <Shell>
      <AppRoutes />
    </Shell>,
    { path, answers: ANSWERS },
  );

const header = () => within(screen.getByRole('banner'));

describe('the tab bar', () => {
  const tabBar = () => within(screen.getAllByRole('navigation', { name: 'Huvudmeny' }).at(-1) as HTMLElement);

  test.each([
    ['/map', 'Karta'],
    ['/marketplace', 'Marknad'],
    ['/marketplace/annons/SP-0001', 'Marknad'],
    ['/marketplace/login', 'Jag'],
  ])('on %s marks %s', async (path, label) => {
    openShell(path);
    const tabs = [...document.querySelectorAll('.tab')];
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Kalender', 'Karta', 'Marknad', 'Föreslå', 'Jag']);
    expect(tabs.filter((tab) => tab.hasAttribute('aria-current')).map((tab) => tab.textContent)).toEqual([
      label,
    ]);
    await screen.findByRole('heading', { level: 1 });
  });

  test('has the pages of visitors that are not tabs in its menu', async () => {
    openShell('/finns-inte');
    const menu = within(tabBar().getByText('Mer').parentElement as HTMLElement);
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Logga in', '/marketplace/login'],
      ['Registrera dig', '/marketplace/register'],
      ['Kontakt', '/contact'],
      ['Regler', '/rules'],
      ['Integritetspolicy', '/privacy'],
    ]);
    await screen.findByText('Sidan finns inte');
  });
});

describe('the public header and footer', () => {
  test('have five links, and mark none as current on an unknown page', async () => {
    openShell('/finns-inte');
    const links = within(header().getByRole('navigation')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Start', '/'],
      ['Karta', '/map'],
      ['Kontakt', '/contact'],
      ['Föreslå evenemang', '/submit-event'],
      ['Startplatsmarknaden', '/marketplace'],
    ]);
    expect(header().queryByRole('link', { current: 'page' })).toBeNull();
    await screen.findByText('Sidan finns inte');
    expect(document.title).toBe('Sidan finns inte – Loppkalendern');
  });

  test('are shown on the 404 page for a path with a line break', async () => {
    openShell('/finns%0Ainte');
    await screen.findByText('Sidan finns inte');
  });

  test.each(['/marketplace', '/marketplace/login', '/marketplace/verify/abc'])(
    'highlight the market on %s',
    async (path) => {
      openShell(path);
      const link = header().getByRole('link', { current: 'page' });
      expect(link.textContent).toBe('Startplatsmarknaden');
      expect(link.className).toContain('button-primary');
      await screen.findByRole('heading', { level: 1 });
      // The verification page sends a request right away.
      await act(() => Bun.sleep(50));
    },
  );

  test('show the product name and the year in Stockholm', async () => {
    openShell('/finns-inte');
    expect(screen.getByText('© 2027 Loppkalendern')).toBeTruthy();
    await screen.findByText('Sidan finns inte');
  });

  test('store a chosen theme and remove it for the system theme', async () => {
    openShell('/finns-inte');
    fireEvent.click(screen.getByRole('radio', { name: 'Mörkt' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    fireEvent.click(screen.getByRole('radio', { name: 'Som systemet' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
    await screen.findByText('Sidan finns inte');
  });
});

describe('Startplatsmarknaden', () => {
  test('shows the info box and says that there are no ads', async () => {
    show(<MarketplacePage />, { path: '/marketplace', answers: ANSWERS });
    expect(screen.getByText('Laddar marknadsplatsen...')).toBeTruthy();
    await screen.findByText('Så fungerar Startplatsmarknaden');
    expect(screen.getByText('Visar 0 av 0 annonser')).toBeTruthy();
    expect(screen.getByText('Inga annonser ännu')).toBeTruthy();
  });
});
