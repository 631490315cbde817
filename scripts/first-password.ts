/** Once, and not as a line of the log: a password does not belong there (D2). */
export function tellFirstPassword({
  url,
  firstPassword,
}: {
  url: string;
  firstPassword?: string | undefined;
}): void {
  if (!firstPassword) return;
  console.log(`Admin portal: ${url}/admin, user name "admin", password "${firstPassword}" (shown only now).`);
}
