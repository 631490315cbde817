import { describe, expect, test } from 'bun:test';
import { type Host, parseDatabaseUrl } from '#src/platform/database/hosts.ts';
import { createPrimary } from '#src/platform/database/primary.ts';

describe('parseDatabaseUrl', () => {
  test.each([
    'postgres://anna:l%40sen@db.example:5433/lopp',
    'postgresql://db.example/lopp?sslmode=require',
    'postgres:///lopp',
  ])('leaves %s to the driver, which needs no list of hosts', (url) => {
    expect(parseDatabaseUrl(url)).toEqual({ url, hosts: [] });
  });

  test('returns all hosts of a list, each with its port', () => {
    expect(
      parseDatabaseUrl('postgres://a:b@one:5433,two,[::1]:5434/lopp?target_session_attrs=read-write'),
    ).toEqual({
      url: 'postgres://a:b@one:5433/lopp',
      hosts: [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
        { host: '::1', port: 5434 },
      ],
    });
  });

  test('keeps the other parameters', () => {
    expect(
      parseDatabaseUrl('postgres://one,two/lopp?sslmode=require&target_session_attrs=primary')?.url,
    ).toBe('postgres://one/lopp?sslmode=require');
  });

  test('asks a single host too if target_session_attrs is set', () => {
    expect(parseDatabaseUrl('postgres://one/lopp?target_session_attrs=read-write')?.hosts).toHaveLength(1);
  });

  test.each([
    'mysql://one/lopp',
    'postgres://one,/lopp',
    'postgres://one:0,two/lopp',
    'postgres://one:70000/lopp',
    'postgres://one,two/lopp?target_session_attrs=standby',
    'one,two',
  ])('rejects %s', (url) => expect(parseDatabaseUrl(url)).toBeUndefined());
});

describe('the primary', () => {
  const [one, two] = [
    { host: 'one', port: 1 },
    { host: 'two', port: 2 },
  ];
  function primaryWith(writable: Set<Host>) {
    const asked: Host[] = [];
    const primary = createPrimary([one, two], async (host) => {
      asked.push(host);
      if (!writable.has(host)) throw new Error('It is a standby.');
    });
    return { primary, asked };
  }

  test('is the host that accepts writes, and is asked for once', async () => {
    const { primary, asked } = primaryWith(new Set([two]));
    expect(await Promise.all([primary.find(), primary.find()])).toEqual([two, two]);
    expect(await primary.find()).toBe(two);
    expect(asked).toEqual([one, two]);
  });

  test('is looked for again once a connection to it is lost, but not when one to another host is', async () => {
    const writable = new Set<Host>([one]);
    const { primary } = primaryWith(writable);
    await primary.find();
    writable.delete(one);
    writable.add(two);
    primary.forget(two);
    expect(await primary.find()).toBe(one);
    primary.forget(one);
    expect(await primary.find()).toBe(two);
  });

  test('is not waited for if another host does not answer', async () => {
    const primary = createPrimary([one, two], (host) =>
      host === one ? new Promise(() => {}) : Promise.resolve(),
    );
    expect(await primary.find()).toBe(two);
  });

  test('is an error of a lost connection while there is none', async () => {
    const { primary } = primaryWith(new Set());
    await expect(primary.find()).rejects.toMatchObject({ code: 'CONNECT_NOPRIMARY' });
  });
});
