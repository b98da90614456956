import { listForeignVolumes, listRatios } from '../../domain/measures';
import type { RatioGrain, RatioLevel, RatioRow } from '../../domain/measures/volume-ratios.contract';
import { addUpAll, addUpRatios } from '../../domain/measures/volume-ratios.rules';
import { listPlaces } from '../../domain/places';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { findUnconfirmed } from '../calendar';
import type { Vam, VamQuestion, VamRow } from './vam.contract';
import { judgeRatios, placeKey, withSparks } from './vam.rules';

const asking = (db: Db, { scope }: Viewer, { place, metric, stageId, start, end }: VamQuestion) => {
  const question = { ...place, metric, stageIds: [stageId], start, end };
  return (level: RatioLevel, grain: RatioGrain) => listRatios(db, scope, { ...question, level, grain });
};

/** Tells rows of which the opening days of a location are not confirmed. */
async function readWaiting(db: Db, viewer: Viewer): Promise<(row: RatioRow) => boolean> {
  const { ids } = await findUnconfirmed(db, viewer);
  const sites = ids.size === 0 ? [] : await listPlaces(db, viewer.scope);
  const waiting = new Set(
    sites.flatMap(({ siteId, locations }) => (locations.some((one) => ids.has(one.locationId)) ? [siteId] : [])),
  );
  return ({ siteId, locationId }) =>
    locationId !== null ? ids.has(locationId) : siteId === 0 ? waiting.size > 0 : waiting.has(siteId);
}

/** Waste for each unit of volume of what is seen, over all days and by month or week, each beside its own baseline. */
export async function loadVam(db: Db, viewer: Viewer, question: VamQuestion): Promise<Vam> {
  const { metric, level, groupBy, start, end, place } = question;
  const ask = asking(db, viewer, question);
  const [waits, parts, baselines, foreign] = await Promise.all([
    readWaiting(db, viewer),
    ask(level, groupBy),
    ask(level, 'baseline'),
    listForeignVolumes(db, viewer.scope, { ...place, metric, start, end }),
  ]);
  const limit = viewer.organisation.trackingLimit;
  const judge = { metric, baselines, limit, waits };
  const detail = judgeRatios(parts, judge);
  const spans = addUpRatios(parts, placeKey).map((row) => ({ ...row, start, end }));
  const all = addUpAll(spans, metric);
  return {
    all: judgeRatios(all, { ...judge, baselines: addUpAll(baselines, metric) }),
    trends: withSparks(judgeRatios(spans, judge), detail),
    detail,
    foreign,
  };
}

/** Rows of one grain beside their baselines. */
async function listJudged(
  db: Db,
  viewer: Viewer,
  { question, level, grain }: { question: VamQuestion; level: RatioLevel; grain: RatioGrain },
): Promise<VamRow[]> {
  const ask = asking(db, viewer, question);
  const [waits, rows, baselines] = await Promise.all([
    readWaiting(db, viewer),
    ask(level, grain),
    ask(level, 'baseline'),
  ]);
  return judgeRatios(rows, {
    ...{ metric: question.metric, baselines, waits },
    limit: viewer.organisation.trackingLimit,
  });
}

/** Waste per cover on some days of everything that is seen, together, beside its baseline. @returns null where no covers were entered for them */
export async function findWastePerCover(
  db: Db,
  viewer: Viewer,
  asked: Pick<VamQuestion, 'stageId' | 'start' | 'end' | 'place'>,
): Promise<VamRow | null> {
  const question = { ...asked, metric: 'gramsPerCover', level: 'site', groupBy: 'month' } as const;
  const [row] = await listJudged(db, viewer, { question, level: 'all', grain: 'span' });
  return row && row.volume > 0 ? row : null;
}

/** Rows of one grain, for calls and files. */
export const listVam = (
  db: Db,
  viewer: Viewer,
  { question, grain }: { question: VamQuestion; grain: 'span' | 'month' | 'week' },
): Promise<VamRow[]> => listJudged(db, viewer, { question, level: question.level, grain });
