import type { TestApp } from './app.ts';

export async function ageRateLimits({ sql }: Pick<TestApp, 'sql'>, seconds: number): Promise<void> {
  await sql`update rate_limits set hits = array(select hit - make_interval(secs => ${seconds}) from unnest(hits) hit),
    expires_at = expires_at - make_interval(secs => ${seconds})`;
}
