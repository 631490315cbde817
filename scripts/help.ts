/** Ends the script with exit code 0 when it was asked for its help (D3). Usable before packages are there. */
export function helpIfAsked(help: string): void {
  const words = process.argv.slice(2);
  if (!words.includes('--help') && !words.includes('-h')) return;
  console.log(help);
  process.exit(0);
}
