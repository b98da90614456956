import type { FlwDestination, Material } from '../../domain/catalogue/hierarchies.rules';
import type { Capture } from '../../domain/measures/capture.contract';
import type { SiteFigures } from '../../domain/measures/measure.contract';
import type { UnreliableReason } from '../../domain/measures/reliability.rules';
import type { RatioMetric } from '../../domain/measures/volume-ratios.contract';
import type { StatementPartner } from '../donation-dashboard/donations.contract';
import type { Cost, FoodWaste, FoodWasteRow } from '../food-waste-dashboard/food-waste.contract';
import type { GoalResults, GoalRow } from '../goals/goals.contract';
import type { ImpactFigures } from '../impact/impact.contract';
import type { VamRow } from '../volume-adjusted-metrics/vam.contract';

/** A site beside its baseline; `unreliable`: why its change is no result. */
export interface ComparedSite extends SiteFigures {
  unreliable: UnreliableReason | null;
}

/** What an inventory by the Food Loss and Waste Standard counts, in grams. */
export interface FlwInventory {
  grams: number;
  openDays: number;
  trackedDays: number;
  locations: number;
  /** null: what leads nowhere that is known; `values`: the reference values that stand for it, null what names none. */
  destinations: { destination: FlwDestination | null; grams: number; values: (number | null)[] }[];
  materials: { material: Material | null; grams: number; values: (number | null)[] }[];
}

/** A ratio of the sites: over all days, and by month. */
export interface MetricRatios {
  metric: RatioMetric;
  all: VamRow[];
  months: VamRow[];
}

/** What a raw export holds. Weights and costs are of what counts as waste and is not voided. */
export interface RawSummary {
  events: number;
  voided: number;
  notWaste: number;
  grams: number;
  costs: { currency: string; amount: number }[];
  locations: { siteName: string; locationId: number; locationName: string; events: number; grams: number }[];
}

/** What was done in the weeks of an impact update. Statements of earlier versions have none of it. */
export interface ImpactWork {
  /** null where whoever asked may not see donations; `cut`: there were more pickups than one statement adds up. */
  donated: { grams: number; confirmedGrams: number; pickups: number; costs: Cost[]; cut: boolean } | null;
  results: GoalResults;
  /** What the check weights say of the locations with a result. */
  capture: Capture;
}

/** What a report is made of, by its kind. */
export type ReportFigures =
  | { kind: 'teamSheet' | 'managerSummary'; waste: FoodWaste }
  | { kind: 'topItems'; rows: FoodWasteRow[] }
  | { kind: 'siteComparison' | 'compliance'; sites: ComparedSite[] }
  | { kind: 'goalProgress'; goals: GoalRow[]; all: number }
  | { kind: 'flwInventory'; inventory: FlwInventory }
  | { kind: 'impactUpdate'; impact: ImpactFigures; work?: ImpactWork }
  | { kind: 'donationStatement'; partners: StatementPartner[]; cut: boolean }
  | { kind: 'volumeAdjusted'; metrics: MetricRatios[] }
  | { kind: 'rawExport'; raw: RawSummary };
