interface LocationStage {
  locationId: number;
  wasteStageId: number | null;
}

const query = ({ locationId, wasteStageId }: LocationStage) =>
  `?locationId=${locationId}${wasteStageId === null ? '' : `&wasteStageId=${wasteStageId}`}`;

/** The page of a location's readiness. Where `BaselineModals` is on the page, a click opens it as a window instead. */
export const baselineReadinessHref = (place: LocationStage) => `/baselines/readiness${query(place)}`;

/** The page of a location's baseline; a window where `BaselineModals` is on the page. */
export const baselineDetailHref = (place: LocationStage) => `/baselines/detail${query(place)}`;
