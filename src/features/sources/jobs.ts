import type { Background } from '#src/platform/background/jobs.ts';
import { startSources } from './fetch/service.ts';

export const sourceBackground: Background = { workers: [(context) => startSources(context)] };
