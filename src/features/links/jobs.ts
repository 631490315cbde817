import type { Background } from '#src/platform/background/jobs.ts';
import { startLinkChecks } from './check/service.ts';

export const linkBackground: Background = { workers: [(context) => startLinkChecks(context)] };
