import { useEffect } from 'react';
import { clientConfig } from '#client/platform/page/config.ts';

/** Without a `title` it is the site's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { site_name } = clientConfig();
    document.title = title ? `${title} – ${site_name}` : site_name;
  }, [title]);
}
