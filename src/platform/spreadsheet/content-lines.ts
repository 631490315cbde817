/** Lines and components of iCalendar (RFC 5545), read with tolerance: an unreadable event costs only itself. */

const CR = 13;
const LF = 10;
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9;

/**
 * Joins folded lines. This is done before decoding, because a fold may be inside a letter. Lines end with LF
 * afterwards; `numbers` are where they began.
 */
export function unfold(bytes: Uint8Array): { bytes: Uint8Array; numbers: number[] } {
  const joined = new Uint8Array(bytes.length + 1);
  const numbers = [1];
  let length = 0;
  let number = 1;
  for (let index = 0; index < bytes.length; ) {
    const byte = bytes[index] ?? 0;
    if (byte !== CR && byte !== LF) {
      joined[length++] = byte;
      index++;
      continue;
    }
    // Some programs write several CRs before the LF.
    let end = index;
    while (bytes[end] === CR) end++;
    index = bytes[end] === LF ? end + 1 : index + 1;
    number++;
    if (isBlank(bytes[index])) index++;
    else {
      joined[length++] = LF;
      numbers.push(number);
    }
  }
  return { bytes: joined.subarray(0, length), numbers };
}

/** The parts of `text`, the whole line, are read when they are asked for, to save memory. */
export type Property = { name: string; line: number; text: string };

/** `line` is where it begins. `missing` is the line that it lacks: its begin, or its end where the file ends. */
export type Component = {
  name: string;
  line: number;
  properties: Property[];
  children: Component[];
  method: string;
  missing?: 'begin' | 'end';
};

const NAME = /^\s*([A-Za-z0-9-]+)\s*(?=[;:])/;
/** A value in quotes may contain colons. A quote that never closes is a letter like any other. */
const PARAM = /;\s*([A-Za-z0-9-]+)\s*=((?:"[^"]*"|[^";:]|"(?![^"]*"))*)/y;

const NO_PARAMS: ReadonlyMap<string, string> = new Map();

/** The parameters, and the value, which is empty if there is no colon before it. */
export function partsOf({ name, text }: Property): { params: ReadonlyMap<string, string>; value: string } {
  // Most lines have no parameters.
  if (text[name.length] === ':') return { params: NO_PARAMS, value: text.slice(name.length + 1).trim() };
  const params = new Map<string, string>();
  let at = NAME.exec(text)?.[0].length ?? 0;
  for (PARAM.lastIndex = at; ; at = PARAM.lastIndex) {
    const param = PARAM.exec(text);
    if (!param) break;
    params.set((param[1] ?? '').toUpperCase(), paramText(param[2] ?? ''));
  }
  const colon = text.indexOf(':', at);
  return { params, value: colon < 0 ? '' : text.slice(colon + 1).trim() };
}

export const paramOf = (property: Property, name: string): string => partsOf(property).params.get(name) ?? '';
export const valueIn = (property: Property): string => partsOf(property).value;

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

export function valueNamed(component: Component, name: string): string {
  const property = propertyOf(component, name);
  return property ? valueIn(property) : '';
}

const CARETS: Record<string, string> = { n: '\n', '^': '^', "'": '"' };

/** RFC 6868 escapes line breaks and quotes. */
const paramText = (text: string) =>
  text.replaceAll('"', '').replace(/\^([n^'])/g, (_, letter: string) => CARETS[letter] ?? letter);

/** Events, tasks and the like, which are never inside another one. */
const LISTED = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);
const TEXTS = new Set(['DESCRIPTION', 'SUMMARY', 'LOCATION', 'COMMENT']);

/** Yields each component when it ends, with its `wanted` properties: a file has more than fit in the memory. */
export function* componentsOf(
  text: string,
  numbers: readonly number[],
  wanted: ReadonlySet<string>,
): Generator<Component> {
  let open: Component[] = [];
  let method = '';
  let lastText: Property | undefined;
  /** Properties in no component. */
  let loose: Property[] = [];

  /** Closes the components from this one on. Only the outermost can be listed. */
  function* close(index: number): Generator<Component> {
    const [first] = open.slice(index);
    open = open.slice(0, index);
    if (first && index === 0) yield first;
  }
  function* begin(name: string, line: number): Generator<Component> {
    // Neither a calendar nor an event can be inside an event: the end of that one is missing.
    if (name === 'VCALENDAR' || LISTED.has(name)) yield* close(0);
    if (name === 'VCALENDAR') method = '';
    else {
      const component: Component = { name, line, properties: [], children: [], method };
      open.at(-1)?.children.push(component);
      open.push(component);
    }
  }
  function* end(name: string): Generator<Component> {
    const index = name === 'VCALENDAR' ? 0 : open.findLastIndex((component) => component.name === name);
    if (index >= 0) yield* close(index);
    // Its begin could not be read.
    else if (LISTED.has(name)) {
      const properties = open[0]?.properties ?? loose;
      const line = open[0]?.line ?? loose[0]?.line;
      open = [];
      if (line !== undefined) yield { name, line, properties, children: [], method, missing: 'begin' };
    }
  }

  let start = 0;
  for (const line of numbers) {
    const stop = text.indexOf('\n', start);
    const content = text.slice(start, stop < 0 ? undefined : stop).replaceAll('\ufeff', '');
    start = stop < 0 ? text.length : stop + 1;
    const name = NAME.exec(content)?.[1]?.toUpperCase();
    if (!name) {
      // A text whose line breaks were not escaped goes on.
      if (lastText && content.trim() && !wanted.has(content.trim())) lastText.text += `\\n${content.trim()}`;
      continue;
    }
    lastText = undefined;
    const property = { name, line, text: content };
    const inner = () => valueIn(property).toUpperCase();
    if (name === 'BEGIN' || name === 'END') {
      yield* name === 'BEGIN' ? begin(inner(), line) : end(inner());
      loose = [];
    } else if (open.length === 0 && name === 'METHOD') method = inner();
    else if (wanted.has(name)) {
      (open.at(-1)?.properties ?? loose).push(property);
      if (TEXTS.has(name)) lastText = property;
    }
  }
  for (const component of open) component.missing = 'end';
  yield* close(0);
}

/** Unescapes a TEXT. */
export const textOf = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter)).trim();

/** The texts of a list, which commas separate unless they are escaped. */
export const textsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^\\,])+/gs) ?? []).map(textOf).filter(Boolean);
