/** Set by the build. In development the styles are part of the page. */
const href = document.querySelector<HTMLMetaElement>('meta[name="portal-styles"]')?.content;

/** React waits for the stylesheet before it shows the portal. */
export const PortalStyles = () => href && <link rel="stylesheet" href={href} precedence="default" />;
