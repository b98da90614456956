import { z } from 'zod';
import { sentence, type MessageKey } from '../../platform/i18n/messages';
import { choice, stageOptions, type FilterOffer } from '../../platform/table/report-filters';

/** That of reports in which none was asked for. */
const usualStageId = 8;

/** Value of the stage in which nothing is chosen yet. */
const noStage = 'none';

/** The chosen stage; null when the address names one that is not offered. */
export function stageOf(wasteStageId: string | undefined, stages: FilterOffer['stages']): number | null {
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
  /** Said while none is chosen. */ choose: MessageKey;
}) =>
  choice('wasteStageId', {
    field: z.string().max(20).optional().catch(undefined),
    label,
    shown: (value, { stages }: FilterOffer) => String(stageOf(value, stages) ?? noStage),
    options: (offer, value) => [
      ...(stageOf(value, offer.stages) === null ? [{ value: noStage, label: sentence(offer.t, choose) }] : []),
      ...stageOptions(offer),
    ],
  });
