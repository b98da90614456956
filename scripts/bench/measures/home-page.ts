import { startTare } from '../../../tests/support/counterparts/tare-process';
import { ask, signInOver } from '../../../tests/support/counterparts/visitor';
import { inFolder } from '../../../tests/support/in-folder';
import { newPerson, password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { startFloor } from '../floors/start';
import { addKitchens, openBench } from '../kitchens';
import { median, perSecond, type Figure, type Measure } from '../measure';
import { rate } from '../rate';

const rounds = 3;
const mostCost = 1.5;
const locations = 20;
/** Between the floor's page and ours, as a share of their length: the same tree, with other names. */
const mostApart = 0.02;

/** The two that look: one with all figures, one who may see none of them. */
interface Logins {
  figures: string;
  plain: string;
}

/** What a session and permissions add to the home page as people get it, whose figures are kept while the data stays. What it costs without anything kept is told beside. */
export const homePage: Measure = {
  name: 'home-page',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(({ databaseUrl, tare: start }) =>
      inFolder(async (folder) => {
        const seconds = quick ? 2 : 6;
        const onServer = await fill({ DATABASE_URL: databaseUrl });
        const embedded = await fill({ DATA_DIR: folder });
        const floors = {
          figures: await startFloor('floor-home', { databaseUrl, login: onServer.figures }),
          plain: await startFloor('floor-home', { databaseUrl, login: onServer.plain }),
        };
        const tares = [
          { kind: 'PostgreSQL and Redis', logins: onServer, tare: await start() },
          {
            kind: 'embedded',
            logins: embedded,
            tare: await startTare({ dataDir: folder, env: { RATE_LIMITS: 'off' } }),
          },
        ];
        let visits = 0;
        // A parameter that the page does not know changes nothing on it and makes an address of its own: nothing is kept for it.
        const anew = () => `/home?visit=${(visits += 1)}`;
        try {
          const figures: Figure[] = [];
          for (const { kind, logins, tare } of tares) {
            await tare.ready();
            for (const who of ['figures', 'plain'] as const) {
              const floorUrl = `${floors[who].url}floor-home`;
              const headers = {
                cookie: await signInOver(tare.url, { login: logins[who], password }),
                accept: 'text/html',
              };
              checkAlike(await ask({ url: `${tare.url}/home`, headers }), await ask({ url: floorUrl }));
              const rates = { floor: [] as number[], ours: [] as number[], counted: [] as number[] };
              for (let round = 0; round < rounds; round += 1) {
                rates.floor.push(await rate({ url: floorUrl, seconds }));
                rates.ours.push(
                  await rate({ url: `${tare.url}/home`, seconds, headers, ...(who === 'plain' ? { path: anew } : {}) }),
                );
                if (who === 'figures') rates.counted.push(await rate({ url: tare.url, seconds, headers, path: anew }));
              }
              const [floor, ours] = [median(rates.floor), median(rates.ours)];
              const figure: Figure = {
                what: `home page, ${kind}`,
                ours: perSecond(ours),
                floor: perSecond(floor),
                ratio: floor / ours,
                bar: `cost ≤ ${mostCost}`,
                met: floor / ours <= mostCost,
              };
              if (who === 'figures') figures.push(figure);
              else
                say(
                  `${kind}: without figures, every visit rendered anew ${figure.ours} beside ${figure.floor}, ${(floor / ours).toFixed(2)} times the floor`,
                );
              if (who === 'figures')
                say(
                  `${kind}: with its figures counted anew ${perSecond(median(rates.counted))} beside ${figure.floor}, ${(floor / median(rates.counted)).toFixed(2)} times the floor`,
                );
            }
          }
          return figures;
        } finally {
          for (const floor of Object.values(floors)) floor.stop();
          await Promise.all(tares.map(({ tare }) => tare.stop()));
        }
      }),
    ),
};

type Page = Awaited<ReturnType<typeof ask>>;

/** @throws Error when the two pages cannot be the same tree */
function checkAlike(ours: Page, floor: Page): void {
  if (ours.status === 200 && floor.status === 200 && Math.abs(ours.text.length / floor.text.length - 1) <= mostApart)
    return;
  throw new Error(
    `/home has status ${ours.status} and ${ours.text.length} characters, its floor ${floor.status} and ${floor.text.length}`,
  );
}

async function fill(env: Record<string, string>): Promise<Logins> {
  const bench = await openBench(env);
  try {
    const { viewer, organisationId } = await addKitchens(bench, { locations });
    const plain = await newPerson(bench, {
      organisationId,
      permissions: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_ENGAGEMENT_SCORE'],
    });
    return { figures: viewer.login, plain: plain.login };
  } finally {
    await bench.close();
  }
}
