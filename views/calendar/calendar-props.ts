import type { FormatSettings } from '../../client/ui/format';
import type { CalendarDayFacts } from '../../server/domain/calendar/calendar.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { CalendarFormat } from './month';
import type { Outcome } from './outcome-notice';

export interface ListedLocation {
  locationId: number;
  locationName: string;
  siteName: string;
  status: 'A' | 'I';
}

/** What was wrong with a form, and what had been typed into it. */
export interface CalendarProblem {
  form: 'exception' | 'pattern' | 'holidays' | 'import' | 'undo';
  message: string;
  fields: Record<string, string>;
  typed: Record<string, string>;
}

interface WeeklyPattern {
  validFrom: string;
  openDays: boolean[];
}

export interface CalendarPageProps {
  t: Translate;
  format: FormatSettings;
  /** In the location's zone. */
  today: string;
  /** `YYYY-MM` */
  month: string;
  neighbours: { previous: string; next: string };
  location: ListedLocation & {
    siteId: number;
    countryCode: string;
    countryName: string;
    firstEventDate: string | null;
    closedOn: string | null;
    holidaysObserved: boolean;
  };
  /** The part of the country whose public holidays the site has, in the reader's language; null: the whole country's alone. */
  subdivision: string | null;
  countryHasParts: boolean;
  picker: {
    total: number;
    options: ListedLocation[];
    search: { q: string; total: number; locations: ListedLocation[] } | null;
  };
  year: {
    days: CalendarDayFacts[];
    patterns: WeeklyPattern[];
    exceptions: { id: number; fromDate: string; toDate: string; open: boolean; reason: string }[];
    exceptionTotal: number;
    holidays: { day: string; name: string; regional: boolean }[];
  };
  /** In force today. */
  pattern: WeeklyPattern | null;
  /** Active locations of the site, and all, that a change could reach. */
  reach: { site: number; all: number };
  mayEdit: boolean;
  /** What weighings show of opening days that nobody has confirmed; nothing for whoever may confirm none. */
  learned: {
    proposal: {
      openDays: boolean[];
      weeks: number;
      matchingWeeks: number;
      firstEventDate: string;
      /** All locations that show the same, this one among them, and the first event of any. */
      alike: { locations: number; validFrom: string };
    } | null;
    /** Others that wait to be asked, and the first of them. */
    others: number;
    next: { locationId: number; locationName: string; siteName: string } | null;
  };
  selection: { from: string; to: string } | null;
  outcome: Outcome | null;
  /** The address of this very page. */
  againHref: string;
  unchanged: boolean;
  problem: CalendarProblem | null;
}

/** What every part of the page is given. */
export type PanelProps = Omit<CalendarPageProps, 'format'> & {
  format: CalendarFormat;
  hrefOf: (month: string) => string;
};
