/** Where the build has put the styles of the portal; while one develops they stand in the page. */
const href = document.querySelector<HTMLMetaElement>('meta[name="portal-styles"]')?.content;

/** What only the portal shows has styles that come with it: React waits for them before it shows what they are for. */
export const PortalStyles = () => href && <link rel="stylesheet" href={href} precedence="default" />;
