interface LocationStage {
  locationId: number | string;
  wasteStageId: number | string | null;
}

/** Where whoever may edit baselines does so; null without a stage, which has none to edit. */
export const manageBaselineHref = ({ locationId, wasteStageId }: LocationStage) =>
  wasteStageId === null || wasteStageId === ''
    ? null
    : `/manage-baselines?location=${locationId}&stage=${wasteStageId}`;
