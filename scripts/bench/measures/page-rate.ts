import { ask, signInOver } from '../../../tests/support/counterparts/visitor';
import { password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { startFloor } from '../floors/start';
import { addKitchens, openBench } from '../kitchens';
import { median, perSecond, type Measure } from '../measure';
import { rate } from '../rate';

const rounds = 3;

export const pageRate: Measure = {
  name: 'page-rate',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: startTare }) => {
      const seconds = quick ? 2 : 8;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer, start, end } = await addKitchens(bench, { locations: 200 });
      await bench.close();
      const path = `/performanceDashboard?startDate=${start}&endDate=${end}&wasteStageId=8&size=200`;
      say('200 locations are there');

      const floor = await startFloor('floor-page', { databaseUrl, login: viewer.login, path });
      const tare = await startTare();
      const cookie = await signInOver(tare.url, { login: viewer.login, password });
      const first = await ask({ url: tare.url + path, headers: { cookie, accept: 'text/html' } });
      const rows = new Set(first.text.match(/Kitchen number \d{3}/g)).size;
      if (first.status !== 200 || rows !== 200) throw new Error(`the page has status ${first.status} and ${rows} rows`);

      // A threshold that is no choice of the page changes nothing on it and makes an address of its own: nothing is kept for it.
      let asked = 0;
      const anew = () => `${path}&reductionExclusionThreshold=${(asked += 1) / 1e9}`;
      const unchanged = { headers: { cookie, accept: 'text/html', 'if-none-match': String(first.headers.etag) } };
      const rates = { floor: [] as number[], anew: [] as number[], kept: [] as number[], unchanged: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        rates.floor.push(await rate({ url: floor.url, seconds }));
        rates.anew.push(await rate({ url: tare.url, seconds, path: anew, headers: { cookie, accept: 'text/html' } }));
        rates.kept.push(await rate({ url: tare.url + path, seconds, headers: { cookie, accept: 'text/html' } }));
        rates.unchanged.push(await rate({ url: tare.url + path, seconds, ...unchanged, expected: 304 }));
        say(
          `round ${round + 1}: floor ${perSecond(rates.floor.at(-1) ?? 0)}, anew ${perSecond(rates.anew.at(-1) ?? 0)}, kept ${perSecond(rates.kept.at(-1) ?? 0)}, 304 ${perSecond(rates.unchanged.at(-1) ?? 0)}`,
        );
      }
      floor.stop();
      const bar = median(rates.floor);
      const figure = (what: string, ours: number, wanted: number) => ({
        what,
        ours: perSecond(ours),
        floor: perSecond(bar),
        ratio: ours / bar,
        bar: `≥ ${wanted}`,
        met: ours / bar >= wanted,
      });
      return [
        figure('dashboard of 200 rows, nothing kept', median(rates.anew), 0.3),
        figure('the same, data unchanged, whole page sent', median(rates.kept), 3),
        figure('the same, data unchanged, answered 304', median(rates.unchanged), 3),
      ];
    }),
};
