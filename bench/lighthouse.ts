// The Lighthouse scores of the pages that visitors open first.

import { readBenchArguments } from './support/arguments.ts';
import { EVENTS, startFullProduct } from './support/browser-product.ts';
import { rowsOf, type Target } from './support/browser-rows.ts';
import { runBench } from './support/ending.ts';
import { runAlternating } from './support/figures.ts';
import { installLighthouse, judge, VERSION } from './support/lighthouse.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench lighthouse [--rounds N] [--write FILE]

Runs Lighthouse with its mobile preset on the home page, the map and the marketplace of a product with ${EVENTS} events.
Installs Lighthouse with npm in the user's cache; it needs Node 20. Prints the audits without a full score.
`;

const PAGES = { home: '/', map: '/map', marketplace: '/marketplace' };
const TARGETS = { performance: 0.97, accessibility: 1, 'best-practices': 1, seo: 1 };

const parameters = readBenchArguments(HELP, { rounds: 3 });
await runBench(async () => {
  const lighthouse = await installLighthouse();
  const product = await startFullProduct();
  const ways = Object.entries(PAGES).map(([page, path]) => {
    return [page, () => judge(lighthouse, `${product.url}${path}`)] as const;
  });
  const judged = await runAlternating(parameters.rounds, Object.fromEntries(ways));
  const targets = (page: string): Target[] =>
    Object.entries(TARGETS).map(([what, limit]) => ({
      what: `${page}: ${what}`,
      limit,
      unit: '',
      isLeast: true,
    }));
  const rows = Object.entries(judged).flatMap(([page, rounds]) => {
    const found = rounds.map(({ scores }) =>
      Object.fromEntries(Object.entries(scores).map(([what, score]) => [`${page}: ${what}`, score])),
    );
    return rowsOf(targets(page), found);
  });
  for (const [page, rounds] of Object.entries(judged)) {
    for (const [round, { imperfectAudits }] of rounds.entries()) {
      for (const line of imperfectAudits) console.error(`${page}, round ${round + 1}: ${line}`);
    }
  }
  await report(
    {
      name: 'lighthouse',
      method: [
        `Lighthouse ${VERSION}, mobile preset (simulated: CPU slowed 4 times, 1.6 Mbit/s, 150 ms), ${EVENTS} events, ${parameters.rounds} rounds, ` +
          'alternating between the pages.',
      ],
      tables: [rows],
    },
    parameters.write,
  );
});
