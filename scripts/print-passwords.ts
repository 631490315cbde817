type Started = { url: string; firstAdmin?: { file: string; password?: string } | undefined };

/** Prints the password itself only to a terminal, because standard output often ends up in a log. */
export function printFirstAdmin({ url, firstAdmin }: Started): void {
  if (!firstAdmin) return;
  const { file, password } = firstAdmin;
  console.log(`Admin portal: ${url}/admin, user name "admin". The password is in ${file}`);
  if (password && process.stdout.isTTY) console.log(`Password: ${password}`);
  console.log('A new password must be chosen at the first login. Then the file is deleted.');
}
