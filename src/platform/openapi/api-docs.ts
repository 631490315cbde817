import type { JsonSchema } from '@valibot/to-json-schema';
import type { ApiDescription } from './openapi.ts';
import type { ApiOperation, MediaType } from './operations.ts';
import { itemsOf, optionsOf, propertiesOf } from './schemas.ts';

type Operation = ApiOperation & { method: string; path: string };

const escapeHtml = Bun.escapeHTML;

/** The OpenAPI document as a web page: every operation with its fields, its errors and an example as a curl command. */
export function apiDocsPage(description: ApiDescription, origin: string): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const byTag = Map.groupBy(operations, (operation) => operation.tags[0] ?? '');
  const tagDescriptions = new Map(description.tags.map((tag) => [tag.name, tag.description]));
  const groups = description['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      id: tag.replace(/\W+/g, '-'),
      title: titleOf(tag),
      intro: tagDescriptions.get(tag) ?? '',
      tagOperations: byTag.get(tag) ?? [],
    })),
  }));
  const article = (operation: Operation) => operationArticle(operation, description, origin);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(description.info.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header>
<h1>${escapeHtml(description.info.title)}</h1>
${markdown(description.info.description)}
<p><a href="/api/openapi.json">OpenAPI document</a> · <a href="/">To the calendar</a></p>
</header>
<nav aria-label="Operations">
${groups
  .map(
    ({ name, tags }) =>
      `<h2>${name}</h2>${tags
        .map(
          ({ id, title, tagOperations }) =>
            `<h3><a href="#${id}">${title}</a></h3><ul>${tagOperations.map(operationLink).join('')}</ul>`,
        )
        .join('')}`,
  )
  .join('')}
<h2><a href="#errors">Error codes</a></h2>
</nav>
<main>
${groups
  .map(
    ({ name, tags }) =>
      `<section><h2>${name}</h2>${tags
        .map(
          ({ id, title, intro, tagOperations }) =>
            `<h3 id="${id}">${title}</h3><p>${escapeHtml(intro)}</p>${tagOperations.map(article).join('')}`,
        )
        .join('')}</section>`,
  )
  .join('')}
<section id="errors"><h2>Error codes</h2>
<h3>Body</h3>${tableOf(rowsOf(description.components.schemas.Error ?? {}, description))}
<h3>Codes</h3>${errorTable(Object.keys(description['x-error-codes']), description)}</section>
</main>
</body>
</html>`;
}

function titleOf(tag: string): string {
  const words = (tag.split(' / ').at(-1) ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
}

function markdown(text: string): string {
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    return lines.every((line) => line.startsWith('- '))
      ? `<ul>${lines.map((line) => `<li>${inlineMarkdown(line.slice(2))}</li>`).join('')}</ul>`
      : `<p>${inlineMarkdown(block)}</p>`;
  });
  return blocks.join('');
}

const inlineMarkdown = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const anchor = ({ method, path }: Operation) => `${method}${path.replace(/\W+/g, '-')}`.toLowerCase();
const methodBadge = (method: string) => `<span class="method ${method.toLowerCase()}">${method}</span>`;

const operationLink = (operation: Operation) =>
  `<li><a href="#${anchor(operation)}">${methodBadge(operation.method)} ${escapeHtml(operation.summary)}</a></li>`;

function operationArticle(operation: Operation, description: ApiDescription, origin: string): string {
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [responseType, response] = Object.entries(operation.responses[200]?.content ?? {})[0] ?? [];
  const parameters = operation.parameters.map((parameter) => ({
    name: parameter.name,
    type: `${typeOf(parameter.schema, description)}, in the ${parameter.in}${optionalSuffix(parameter.required)}`,
    description: parameter.description,
  }));
  const { 'x-procedure': procedure, 'x-errors': errors } = operation;
  return `<article id="${anchor(operation)}">
<h4>${escapeHtml(operation.summary)}</h4>
<p class="call">${methodBadge(operation.method)} <code>/api${escapeHtml(operation.path).replaceAll('/', '/<wbr>')}</code></p>
<div class="text">
<p>${inlineMarkdown(operation.description)}</p>
<p class="access">${accessOf(operation)}${procedure ? ` tRPC procedure: <code>${procedure}</code>.` : ''}</p>
${parameters.length > 0 ? fieldTable('Parameters', parameters) : ''}
${body ? bodyTables(body, bodyType ?? '', description) : ''}
${response ? fieldTable(`Response${response.schema.type === 'array' ? ': a list' : ''}`, rowsOf(response.schema, description), responseType) : ''}
<details><summary>Errors: ${Object.keys(errors).join(', ')}</summary>${errorTable(Object.values(errors).flat(), description)}</details>
</div>
<div class="examples">
<h5>Call</h5>${codeBlock(curlOf(operation, origin))}
${response ? `<h5>Response</h5>${codeBlock(formatExample(response.example))}` : ''}
</div>
</article>`;
}

const isTokenOptional = (security: Operation['security']): boolean =>
  security.some((schemes) => Object.keys(schemes).length === 0);

function accessOf({ security, 'x-errors': errors }: Operation): string {
  const [scheme] = security.flatMap(Object.keys);
  if (!scheme) return 'No token needed.';
  if (isTokenOptional(security)) return 'Works without a token, and with the token of a member.';
  const token = `Needs the token of ${scheme === 'adminToken' ? 'an admin' : 'a member'}`;
  const needsConfirmation = errors[403]?.includes('admin.confirm_password');
  return needsConfirmation ? `${token}, with the password confirmed in the last 10 minutes.` : `${token}.`;
}

const codeBlock = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
const formatExample = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const examplesOf = (media: MediaType): unknown[] =>
  media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example];

function curlOf({ method, path, parameters, requestBody, security }: Operation, origin: string): string {
  const values = new Map(parameters.map(({ name, example }) => [name, encodeURIComponent(String(example))]));
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `${name}=${values.get(name)}`)
    .join('&');
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}/api${filledPath}${query && `?${query}`}'`,
    ...(security.length > 0 && !isTokenOptional(security) ? [`-H "Authorization: Bearer $TOKEN"`] : []),
  ];
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!media) return lines.join(' \\\n  ');
  if (type !== 'application/json') return [...lines, `-F 'file=@FILE'`].join(' \\\n  ');
  return examplesOf(media)
    .map((example) =>
      [
        ...lines,
        `-H 'Content-Type: application/json'`,
        `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
      ].join(' \\\n  '),
    )
    .join('\n\n');
}

const optionalSuffix = (isRequired: boolean) => (isRequired ? '' : ', optional');

type Row = { name: string; type: string; description: string };

function bodyTables({ schema }: MediaType, type: string, description: ApiDescription): string {
  const variants = optionsOf(schema);
  if (variants.length === 0) return fieldTable('Body', rowsOf(schema, description), type);
  return variants
    .map((variant, index) => fieldTable(`Body, variant ${index + 1}`, rowsOf(variant, description), type))
    .join('');
}

/** The fields of a schema. Nested ones are `object.field`, `list[].field` or `record.*.field`. */
function rowsOf(schema: JsonSchema, description: ApiDescription, prefix = ''): Row[] {
  const object = unwrapSchema(schema, description);
  const required = new Set(object.required);
  return Object.entries(propertiesOf(object)).flatMap(([key, property]) => {
    const name = prefix + key;
    const row = {
      name,
      type: typeOf(property, description) + optionalSuffix(required.has(key)),
      description: property.description ?? '',
    };
    const types = [property, ...optionsOf(property)];
    const isList = types.some((type) => type.type === 'array');
    const isRecord = types.some(recordValueSchema);
    const nestedPrefix = isList ? `${name}[].` : isRecord ? `${name}.*.` : `${name}.`;
    return [row, ...rowsOf(property, description, nestedPrefix)];
  });
}

const recordValueSchema = ({ additionalProperties }: JsonSchema) =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

function unwrapSchema(schema: JsonSchema, description: ApiDescription): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return unwrapSchema(description.components.schemas[name] ?? {}, description);
  const [first] = optionsOf(schema);
  if (first) return unwrapSchema(first, description);
  const inner = schema.type === 'array' ? itemsOf(schema) : recordValueSchema(schema);
  return inner ? unwrapSchema(inner, description) : schema;
}

const fieldTable = (title: string, rows: Row[], type = 'application/json') =>
  `<h5>${title}${type === 'application/json' ? '' : `, <code>${type}</code>`}</h5>${rows.length > 0 ? tableOf(rows) : ''}`;

/** Lets browsers wrap a name after dots and underscores. */
const breakableName = (name: string) => escapeHtml(name).replace(/[._]/g, '$&<wbr>');

const tableOf = (rows: Row[]) =>
  `<table><tbody>${rows
    .map(
      ({ name, type, description }) =>
        `<tr><th scope="row"><code>${breakableName(name)}</code></th><td><span class="type">${escapeHtml(type)}</span> ${inlineMarkdown(description)}</td></tr>`,
    )
    .join('')}</tbody></table>`;

const errorTable = (codes: readonly string[], { 'x-error-codes': catalogue }: ApiDescription) =>
  tableOf(
    codes.map((code) => ({
      name: code,
      type: String(catalogue[code]?.status),
      description: catalogue[code]?.description ?? '',
    })),
  );

function typeOf(schema: JsonSchema, description: ApiDescription): string {
  if (schema.$ref) return String(unwrapSchema(schema, description).type);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = optionsOf(schema).map((option) => typeOf(option, description));
  if (options.length > 0) return [...new Set(options)].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(itemsOf(schema), description)}s`;
  const limit = schema.maxLength ? `, at most ${schema.maxLength} characters` : '';
  return `${schema.format ?? schema.type ?? 'anything'}${limit}`;
}
