import { useEffect } from 'react';
import { clientConfig } from '../page/config';

/** Without a `title` it is the site's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { site_name } = clientConfig();
    document.title = title ? `${title} – ${site_name}` : site_name;
  }, [title]);
}
