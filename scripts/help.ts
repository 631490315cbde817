/** Works before packages are installed. */
export function helpIfAsked(help: string): void {
  const parameters = process.argv.slice(2);
  if (!parameters.includes('--help') && !parameters.includes('-h')) return;
  console.log(help);
  process.exit(0);
}
