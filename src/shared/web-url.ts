/** True for an absolute http or https address without user name or password (D20). */
export function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    !!url && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(value) && !url.username && !url.password
  );
}
