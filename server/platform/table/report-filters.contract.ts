export interface FilterOption {
  value: string;
  label: string;
}

interface ChoiceView {
  name: string;
  label: string;
  value: string;
  options: FilterOption[];
}

/** A preset, or dates of one's own. */
export interface RangeView extends ChoiceView {
  kind: 'range';
  startDate: string;
  endDate: string;
  /** The organisation's local date. */
  today: string;
}

interface ChoosingView extends ChoiceView {
  kind: 'select' | 'toggle';
  /** The value that the address need not name. */
  silent: string | null;
}

export type FilterControlView = ChoosingView | RangeView;

/** The declared filters of a page as one reader sees them. */
export interface FilterBarView {
  /** The page itself; the filters become its query. */
  action: string;
  controls: FilterControlView[];
  /** What stays in the address beside the filters, such as the sort. */
  kept: Record<string, string | null>;
  chips: { label: string; removeHref: string }[];
  clear: { label: string | null; href: string } | null;
}
