import type { Response } from 'supertest';
import type { Permission } from '../../server/platform/permissions';
import type { TestApp } from './test-app';

/** What a feature finds there when it makes its records: a site with a location that has been weighing for six weeks, and its scale. */
export interface Place {
  organisationId: number;
  siteId: number;
  locationId: number;
  deviceId: number;
  /** Begins every name and text that is made at the place. */
  mark: string;
  /** Begins those that belong to the whole organization: somebody limited to another site may read them. */
  organisationMark: string;
}

/** By the name of a parameter, or `segment/:id` for an `:id` after that segment. A number or a UUID is an id of this organization; what everybody has (a code, a day, a stage) is another text. */
export type Values = Record<string, string | number>;

/** A request that changes something, as a person or a device may send it. */
export interface Step {
  /** `put /rest/v1/devices/:id` */
  route: string;
  /** Of the path, where they are not those of the records. */
  values?: Partial<Values>;
  /** Of the address. */
  query?: Values;
  body?: object;
  form?: Partial<Record<string, string>>;
  /** Content of a sheet that is sent along. */
  file?: string;
  /** It changes nothing that a page shows. */
  shown?: false;
}

interface ExampleSpec<Own extends Values> {
  /** Makes one of each thing that a path of the feature names. */
  records?(app: TestApp, place: Place): Promise<Own> | Own;
  /** What its lists and reports are asked, so that they answer with rows. The place's and the records' ids, the stage and the days are there already. */
  query?: Values;
  /** Every change that its routes can make, in an order that works: `yield` sends a step and gives its answer. */
  changes?(made: Place & Own, app: TestApp): AsyncGenerator<Step, void, Response>;
  /** Its other changing routes, each with the reason why no page shows what they change. */
  silent?: Record<string, string>;
  /** Its tables that no page shows, each with the reason. */
  unshown?: Record<string, string>;
  /** What somebody needs to open its pages beside their permission. */
  visitor?: { internal?: true; permissions?: readonly Permission[] };
}

export type FeatureExample = ExampleSpec<Values>;

/** What the walks of all routes know of a feature. `server/features/<name>/<name>.example.ts` exports it as `example`; nothing lists it. */
export const defineExample = <Own extends Values = Record<never, never>>(spec: ExampleSpec<Own>): FeatureExample =>
  spec as unknown as FeatureExample;
