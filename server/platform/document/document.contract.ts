import type { Locale } from '../actor';

/**
 * A report as it is read: every text is written out in its language and unit, every figure stands beside its text as a number
 * for files. It is kept as it was made, and shown as a page, a PDF, a workbook or a CSV; none of them reckons anything.
 */
export interface ReportDocument {
  title: string;
  /** Of what, when and where; one below the other. */
  subtitle: string[];
  locale: Locale;
  /** Of the organization. */
  simulated: boolean;
  logo?: DocumentLogo | undefined;
  blocks: Block[];
  /** How the figures were reckoned, and what they do not hold. */
  notes: string[];
  /** Below every page. */
  footer: string;
}

/** A picture that the document holds itself, so that it stays as it was made. */
export interface DocumentLogo {
  /** A data URL of a PNG. */
  url: string;
  alt: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** A figure or a name. `href` is a path on this server. */
export interface Cell {
  text: string;
  /** What a file gets instead of the text: in the unit that the column's `unit` names. */
  value?: number | null;
  href?: string | undefined;
}

interface Column {
  label: string;
  numeric?: boolean;
  /** What a phone shows beside the first one; the last where none says so. */
  side?: boolean;
  /** Of `value`, for files. */
  unit?: string;
  /** A share of the page's width, where it is not as wide as the others. */
  width?: number;
}

export interface FigureTile {
  label: string;
  text: string;
  note?: string | undefined;
  value?: number | null;
  unit?: string;
  href?: string | undefined;
}

/** A point of a line over time; null where nothing was recorded. */
interface ChartPoint {
  label: string;
  value: number | null;
  /** What a second line says at the same place. */
  against: number | null;
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'notice'; text: string }
  | { kind: 'figures'; figures: FigureTile[] }
  /** `main`: the one that a CSV holds. */
  | { kind: 'table'; title: string; main?: boolean; columns: Column[]; rows: Cell[][]; empty: string }
  | { kind: 'bars'; title: string; rows: { label: string; text: string; value: number; href?: string | undefined }[] }
  | { kind: 'trend'; title: string; points: ChartPoint[]; top: string; againstLabel: string | null; alt: string };
export type TableBlock = Extract<Block, { kind: 'table' }>;

export const documentFormats = ['pdf', 'xlsx', 'csv'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
