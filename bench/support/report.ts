import { cpus } from 'node:os';

export type Row = Record<string, string>;

export type Report = {
  name: string;
  method: string[];
  tables: Row[][];
};

const HEADER = `# Benchmarks

\`bun run bench NAME --write docs/benchmarks.md\` writes the section of one benchmark and keeps the others. The rows of a table are
from one run in which the measurements alternate. Values are medians of the rounds, with minimum and maximum.
`;

/** With `file`, also replaces this benchmark's section in that file. */
export async function report(found: Report, file: string | undefined): Promise<void> {
  const body = [...found.method, machine(), ...found.tables.map(tableOf)].join('\n\n');
  console.log(`\n${body}\n`);
  if (!file) return;
  const oldText = (await Bun.file(file).exists()) ? await Bun.file(file).text() : HEADER;
  await Bun.write(file, withSection(oldText, found.name, body));
}

/** A section ends at the next heading. Sections are sorted by name. */
export function withSection(text: string, name: string, body: string): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const otherSections = sections.filter((section) => !section.startsWith(`## ${name}\n`));
  const all = [...otherSections, `## ${name}\n\n${body}\n`].sort();
  return `${[head, ...all].map((part) => part.trim()).join('\n\n')}\n`;
}

function machine(): string {
  const all = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Bun ${Bun.version}, ${all.length} cores (${all[0]?.model.trim() ?? 'unknown'}).`;
}

function tableOf(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(lines[0] ?? []), rule, ...lines.slice(1).map(line)].join('\n');
}
