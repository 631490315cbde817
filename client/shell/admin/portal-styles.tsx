/** URL of the portal's stylesheet, set by the build. In development the styles are part of the page. */
const href = document.querySelector<HTMLMetaElement>('meta[name="portal-styles"]')?.content;

/** The portal's stylesheet. React waits for it before it shows the portal. */
export const PortalStyles = () => href && <link rel="stylesheet" href={href} precedence="default" />;
