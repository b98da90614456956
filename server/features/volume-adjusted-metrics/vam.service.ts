import { listForeignVolumes, listRatios } from '../../domain/measures';
import type { RatioGrain, RatioLevel } from '../../domain/measures/volume-ratios.contract';
import { addUpAll, addUpRatios } from '../../domain/measures/volume-ratios.rules';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Vam, VamQuestion, VamRow } from './vam.contract';
import { judgeRatios, placeKey, withSparks } from './vam.rules';

const asking = (db: Db, { scope }: Viewer, { place, metric, stageId, start, end }: VamQuestion) => {
  const question = { ...place, metric, stageId, start, end };
  return (level: RatioLevel, grain: RatioGrain) => listRatios(db, scope, { ...question, level, grain });
};

/** Waste for each unit of volume of what is seen, over all days and by month or week, each beside its own baseline. */
export async function loadVam(db: Db, viewer: Viewer, question: VamQuestion): Promise<Vam> {
  const { metric, level, groupBy, start, end, place } = question;
  const ask = asking(db, viewer, question);
  const [parts, baselines, foreign] = await Promise.all([
    ask(level, groupBy),
    ask(level, 'baseline'),
    listForeignVolumes(db, viewer.scope, { ...place, metric, start, end }),
  ]);
  const limit = viewer.organisation.trackingLimit;
  const detail = judgeRatios(parts, { metric, baselines, limit });
  const spans = addUpRatios(parts, placeKey).map((row) => ({ ...row, start, end }));
  const all = addUpAll(spans, metric);
  return {
    all: judgeRatios(all, { metric, baselines: addUpAll(baselines, metric), limit }),
    trends: withSparks(judgeRatios(spans, { metric, baselines, limit }), detail),
    detail,
    foreign,
  };
}

/** Rows of one grain, for calls and files. */
export async function listVam(
  db: Db,
  viewer: Viewer,
  { question, grain }: { question: VamQuestion; grain: 'span' | 'month' | 'week' },
): Promise<VamRow[]> {
  const { metric, level } = question;
  const ask = asking(db, viewer, question);
  const [rows, baselines] = await Promise.all([ask(level, grain), ask(level, 'baseline')]);
  return judgeRatios(rows, { metric, baselines, limit: viewer.organisation.trackingLimit });
}
