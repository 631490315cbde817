/** The rules of robots.txt (RFC 9309). This runs in a reader process: every site decides what its file says. */

type Rule = { path: string; isAllowed: boolean };

const asProduct = (agent: string) => agent.toLowerCase().split('/')[0]?.trim() ?? '';
/** `%e5` and `å` are the same as `%E5`. */
function encoded(path: string): string {
  try {
    return encodeURI(path.toWellFormed())
      .replaceAll('%25', '%')
      .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  } catch {
    return path;
  }
}

/** The rules of the groups for an agent, or else of those for everybody. */
function rulesFor(text: string, agent: string): Rule[] {
  const rules = new Map<string, Rule[]>([
    [agent, []],
    ['*', []],
  ]);
  const named = new Set<string>();
  let group: string[] = [];
  let hasRules = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (hasRules) group = [];
      hasRules = false;
      group.push(asProduct(value));
      for (const one of group) named.add(one);
    } else if (name === 'allow' || name === 'disallow') {
      hasRules = true;
      const path = value.trim();
      // An empty rule excludes nothing.
      if (path)
        for (const one of new Set(group))
          rules.get(one)?.push({ path: encoded(path), isAllowed: name === 'allow' });
    }
  }
  return rules.get(named.has(agent) ? agent : '*') ?? [];
}

/** How much of `text` from `start` on the end of `part` matches, for each position (Knuth, Morris and Pratt). */
function indexOfPart(text: string, part: string, start: number): number {
  const shifts = new Int32Array(part.length);
  for (let index = 1, length = 0; index < part.length; ) {
    if (part[index] === part[length]) shifts[index++] = ++length;
    else if (length > 0) length = shifts[length - 1] ?? 0;
    else shifts[index++] = 0;
  }
  for (let index = start, length = 0; index < text.length; ) {
    if (text[index] === part[length]) {
      index++;
      length++;
      if (length === part.length) return index - length;
    } else if (length > 0) length = shifts[length - 1] ?? 0;
    else index++;
  }
  return -1;
}

/** `*` stands for any text and `$` at the end for the end. Takes time linear in both lengths. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let at = first.length;
  for (const part of parts) {
    if (!part) continue;
    const found = indexOfPart(path, part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

/** The longest rule that matches decides, and an equally long one that allows. */
export function isAllowed(text: string, url: URL, agent: string): boolean {
  const path = encoded(url.pathname + url.search);
  let decision: Rule | undefined;
  for (const rule of rulesFor(text, asProduct(agent))) {
    const isStronger =
      !decision ||
      rule.path.length > decision.path.length ||
      (rule.path.length === decision.path.length && rule.isAllowed && !decision.isAllowed);
    if (isStronger && matches(rule.path, path)) decision = rule;
  }
  return decision?.isAllowed ?? true;
}
