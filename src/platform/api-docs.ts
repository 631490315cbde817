import type { JsonSchema } from '@valibot/to-json-schema';
import type { ApiDescription, ApiOperation } from './openapi';

type Operation = ApiOperation & { method: string; path: string };

/** The description of the API as a page to browse: every operation with what goes in, what comes out, and how to call it. */
export function apiDocsPage(description: ApiDescription, origin: string): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const groups = Map.groupBy(operations, (operation) => operation.tags[0] ?? '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(description.info.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header>
<h1>${Bun.escapeHTML(description.info.title)}</h1>
<p>${Bun.escapeHTML(description.info.description).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p><a href="/api/openapi.json">OpenAPI description</a> · <a href="/">To the calendar</a></p>
</header>
<nav aria-label="Operations"><ul>${operations.map(link).join('')}</ul></nav>
<main>
${[...groups].map(([name, members]) => `<section><h2>${Bun.escapeHTML(name)}</h2>${members.map((member) => article(member, origin)).join('')}</section>`).join('')}
<section><h2>Errors</h2>
<p>Every error is <code>{"detail", "code"}</code>: a sentence in Swedish that a person can read, and a code that a program can.</p>
${schemaTable(description.components.schemas.Error ?? {})}</section>
</main>
</body>
</html>`;
}

const anchor = ({ method, path }: Operation) => `${method}${path.replace(/\W+/g, '-')}`.toLowerCase();

const link = (operation: Operation) =>
  `<li><a href="#${anchor(operation)}"><span>${operation.method}</span> ${Bun.escapeHTML(operation.path)}</a></li>`;

function article(operation: Operation, origin: string): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const answer = (operation.responses[200] as { content?: Record<string, { schema: JsonSchema }> }).content;
  const output = answer?.['application/json']?.schema;
  return `<article id="${anchor(operation)}">
<h3><span>${operation.method}</span> <code>/api${Bun.escapeHTML(operation.path)}</code></h3>
<p>${Bun.escapeHTML(operation.summary)}</p>
${operation.parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(operation)}` : ''}
${body ? `<h4>Body</h4>${schemaTable(body)}` : ''}
${output ? `<h4>Answer</h4>${schemaTable(output)}` : ''}
<h4>Call</h4><pre tabindex="0"><code>${Bun.escapeHTML(example(operation, origin))}</code></pre>
</article>`;
}

function example({ method, path, requestBody }: Operation, origin: string): string {
  if (!requestBody) return `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}/api${path}`;
  const schema = requestBody.content['application/json']?.schema;
  const required = Object.fromEntries((schema?.required ?? []).map((name) => [name, '…']));
  return `curl -X ${method} ${origin}/api${path} -H 'content-type: application/json' -d '${JSON.stringify(required)}'`;
}

const parameterTable = ({ parameters }: Operation) =>
  table(
    parameters.map(({ name, required, schema, ...rest }) => [
      name,
      `${typeOf(schema)}, in the ${rest.in}`,
      required,
    ]),
  );

/** One row a field; a list is told by its items. */
function schemaTable(schema: JsonSchema): string {
  const items = schema.type === 'array' ? (schema.items as JsonSchema) : undefined;
  const object = items ?? schema;
  const properties = Object.entries((object.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return `<p>${Bun.escapeHTML(typeOf(schema))}</p>`;
  const required = new Set(object.required);
  const rows = table(properties.map(([name, property]) => [name, typeOf(property), required.has(name)]));
  return items ? `<p>A list, each:</p>${rows}` : rows;
}

const table = (rows: [name: string, type: string, required: boolean][]) =>
  `<div class="table" tabindex="0" role="group" aria-label="Fields"><table><thead><tr><th>Name</th><th>Type</th><th>Given</th></tr></thead><tbody>${rows
    .map(
      ([name, type, required]) =>
        `<tr><td><code>${Bun.escapeHTML(name)}</code></td><td>${Bun.escapeHTML(type)}</td><td>${required ? 'always' : 'may be left out'}</td></tr>`,
    )
    .join('')}</tbody></table></div>`;

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeOf(option as JsonSchema)).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonSchema)}`;
  if (schema.type === 'object') {
    return `{ ${Object.keys(schema.properties ?? {}).join(', ')} }`;
  }
  const limit = schema.maxLength ? `, at most ${schema.maxLength} characters` : '';
  return `${schema.format ?? schema.type ?? 'anything'}${limit}`;
}
