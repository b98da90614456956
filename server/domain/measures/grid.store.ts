import { sql, type RawBuilder } from 'kysely';

/**
 * The grid that figures stand on: the calendar of a location beside its roll-ups. Calendars are written from a location's
 * first event to the newest week with data of its organisation, so weeks without waste appear as rows of zero
 * instead of being missing. All that reads both goes through here.
 */

interface WeekGrid {
  /** A number, or a column of the statement. */
  stage: RawBuilder<unknown>;
  /** The condition of the calendar's join, where it does not come first. */
  on?: RawBuilder<unknown>;
}

/**
 * Every week `w` of a calendar (`open_days`) with its roll-up `r` of a stage (`txn`, `g`, `cost`, `estimated_g`, `derived_cost`,
 * `tracked_days`, `compliant`), null where nothing was recorded. Follows a `from` or a `join`.
 */
export const weekGrid = ({ stage, on }: WeekGrid): RawBuilder<unknown> => sql`
  location_week w ${on ? sql`on ${on}` : sql``}
  left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start
    and r.stage_id = ${stage}`;

interface DayGrid {
  /** All stages added up without it. */
  stageId: number | undefined;
  /** Conditions on a roll-up `d` that are the calendar's too, so that no more is added up than is asked for. */
  within: RawBuilder<unknown>;
}

/** The same for days: `w` of the calendar (`is_open`, `week_start`), `r` of a stage, or of all stages. */
export const dayGrid = ({ stageId, within }: DayGrid): RawBuilder<unknown> => sql`
  location_day w
  left join ${
    stageId === undefined
      ? sql`(
    select d.organisation_id, d.location_id, d.local_date, sum(d.txn) as txn, sum(d.g) as g, sum(d.cost) as cost, sum(d.estimated_g) as estimated_g,
      sum(d.derived_cost) as derived_cost
    from rollup_day d where ${within} group by 1, 2, 3)`
      : sql`rollup_day`
  } r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.local_date = w.local_date
    ${stageId === undefined ? sql`` : sql`and r.stage_id = ${stageId}`}`;
