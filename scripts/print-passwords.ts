type Account = { file: string; password?: string };
type Started = {
  url: string;
  firstPassword?: Account | undefined;
  demoMembers?: (Account & { username: string }) | undefined;
};

export function printPasswords({ url, firstPassword, demoMembers }: Started): void {
  if (firstPassword) {
    console.log(`Admin portal: ${url}/admin, user name "admin". ${passwordLocation(firstPassword)}`);
    printOnTerminal(firstPassword);
    console.log('A new password must be chosen at the first login. Then the file is deleted.');
  }
  if (demoMembers) {
    console.log(
      `Demonstration members: ${url}/marketplace/login, such as "${demoMembers.username}". ${passwordLocation(demoMembers)}`,
    );
    printOnTerminal(demoMembers);
  }
}

const passwordLocation = ({ file }: Account) => `The password is in ${file}`;

/** Standard output that is not a terminal often ends up in a log. */
export function printOnTerminal({ password }: Account): void {
  if (password && process.stdout.isTTY) console.log(`Password: ${password}`);
}
