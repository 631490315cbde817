import { apiDescription } from '#src/api-description.ts';

const description = apiDescription({ siteName: 'Test', origin: 'http://localhost' });

const OPERATIONS = Object.entries(description.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      parameters: path.split('{').length,
      operation,
    })),
  )
  // Fixed paths win over those with parameters, as in the router.
  .sort((a, b) => a.parameters - b.parameters);

/** Throws if the API description does not list the error. Ignores unknown paths. `path` is relative to `/api`. */
export function expectDescribedError(method: string, path: string, status: number, body: unknown): void {
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body)) return;
  const [pathname = ''] = path.split('?');
  const match = OPERATIONS.find((one) => one.method === method && one.path.test(pathname));
  const codes: readonly unknown[] = match?.operation['x-errors'][status] ?? [];
  if (match && !codes.includes(body.code))
    throw new Error(
      `${method} ${pathname} returned ${status} ${String(body.code)}, which its description does not list. ` +
        'Add the code to `errors` of the procedure.',
    );
}
