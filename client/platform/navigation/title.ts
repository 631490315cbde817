import { useEffect } from 'react';
import { clientConfig } from '../page/config';

/** Sets the window's title: `Karta – Loppkalendern`; with none the site's name alone (D25). */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { site_name } = clientConfig();
    document.title = title ? `${title} – ${site_name}` : site_name;
  }, [title]);
}
