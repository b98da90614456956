import { z } from 'zod';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import { choice } from '../../platform/table/report-filters';
import type { FilterOption } from '../../platform/table/report-filters.contract';
import { stageName } from './stage-name.rules';

/** What filters that offer stages depend on. */
export interface StageOffer {
  t: Translate;
  stages: { wasteStageId: number; wasteStageName: string }[];
}

/** The stages that are offered, by their names. */
export const stageOptions = ({ t, stages }: StageOffer): FilterOption[] =>
  stages.map((stage) => ({
    value: String(stage.wasteStageId),
    label: stageName(t, stage.wasteStageId, stage.wasteStageName),
  }));

/** That of reports in which none was asked for. */
const usualStageId = 8;

/** Value of the stage in which nothing is chosen yet. */
const noStage = 'none';

/** The chosen stage; null when the address names one that is not offered. */
export function stageOf(wasteStageId: string | undefined, stages: StageOffer['stages']): number | null {
  const offered = stages.map((stage) => stage.wasteStageId);
  if (wasteStageId === undefined) return offered.includes(usualStageId) ? usualStageId : (offered[0] ?? usualStageId);
  return offered.find((id) => String(id) === wasteStageId) ?? null;
}

/** The one stage that a report is of. */
export const oneStage = ({
  label,
  choose,
}: {
  label: MessageKey;
  /** Said while none is chosen. */
  choose: MessageKey;
}) =>
  choice('wasteStageId', {
    field: z.string().max(20).optional().catch(undefined),
    label,
    shown: (value, { stages }: StageOffer) => String(stageOf(value, stages) ?? noStage),
    options: (offer, value) => [
      ...(stageOf(value, offer.stages) === null ? [{ value: noStage, label: sentence(offer.t, choose) }] : []),
      ...stageOptions(offer),
    ],
  });
