import '#client/shell/admin/portal-errors.ts';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OrganiserPage } from '#client/features/organisers/organiser-page.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { storeOrganiserToken, useOrganiserToken } from '#client/platform/session/organiser.ts';
import { PortalStyles } from '#client/shell/admin/portal-styles.tsx';

const TOKEN = /^#([\w-]{20,200})$/;

/**
 * The token is in the fragment, which no server and no other site sees. It leaves the address bar and the history at
 * once.
 */
export default function OrganiserLinkPage() {
  usePageTitle('Arrangörssidan');
  const { hash } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (!hash) return;
    const [, token] = TOKEN.exec(hash) ?? [];
    if (token) storeOrganiserToken(token);
    navigate('/arrangor', { replace: true });
  }, [hash, navigate]);
  const token = useOrganiserToken();
  return (
    <>
      <PortalStyles />
      <OrganiserPage key={token} hasToken={token !== undefined} />
    </>
  );
}
