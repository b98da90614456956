import { addDays, isLocalDate, weekdayOf, type LocalDate } from '../../platform/time';
import {
  comparedMeasures,
  isStep,
  summedFigures,
  type ComparedFigure,
  type Figure,
  type FigurePlace,
} from './figure-address.rules';

const isOneOf = <T extends string>(all: readonly T[], text: string | undefined): text is T =>
  all.some((one) => one === text);
const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
/** Days that events and calendars may have; beyond them dates do not add up. */
export const isWithinReach = (day: LocalDate): boolean => day >= '1900-01-01' && day <= '2100-12-31';
/** A century of them. */
const mostWeeks = 5_300;
const largestStage = 2_147_483_647;

/** What the text of an address names; null where it names no figure. */
export function readFigure(text: string): Figure | null {
  const [kind, at = '', stage, start = '', length, ...more] = text.split('.');
  if (isOneOf(summedFigures, kind)) return text === kind ? { kind } : null;
  if (!isOneOf(comparedMeasures, kind) || more.length > 0) return null;
  const [place, stageId, weeks] = [placeOf(at), wholeNumber(stage), wholeNumber(length)];
  if (place === null || stageId === null || stageId > largestStage || weeks === null || weeks > mostWeeks) return null;
  const figure = { kind, place, stageId, start, weeks };
  return isMonday(start) && isWithinReach(endOf(figure)) && isShown(figure) ? figure : null;
}

export const isMonday = (day: string) => isLocalDate(day) && weekdayOf(day) === 1 && isWithinReach(day);

/** Charts show the weeks of all locations that a change is of. */
export const hasBars = (figure: Figure | null) =>
  figure !== null &&
  'place' in figure &&
  typeof figure.place === 'string' &&
  (figure.kind === 'weight' || figure.kind === 'value');

/** Pages show a step for one location and week, and how far the weeks comply only with those that stopped. */
function isShown({ kind, place, weeks }: ComparedFigure): boolean {
  if (isStep(kind)) return weeks === 1 && typeof place !== 'string' && 'locationId' in place;
  return place !== 'rest' || kind === 'weight' || kind === 'value' || kind === 'tracking';
}

function placeOf(text: string): FigurePlace | null {
  if (text === 'all' || text === 'rest') return text;
  const id = wholeNumber(text.slice(1));
  if (id === null) return null;
  if (text.startsWith('s')) return { siteId: id };
  return text.startsWith('l') ? { locationId: id } : null;
}

/** The Sunday that ends its weeks. */
export const endOf = ({ start, weeks }: Pick<ComparedFigure, 'start' | 'weeks'>): LocalDate =>
  addDays(start, weeks * 7 - 1);

/** The filters that a figure is short for; for the figure of several sites they say less than it does. */
export const filtersOf = (figure: ComparedFigure) => ({
  wasteStageId: figure.stageId,
  startDate: figure.start,
  endDate: endOf(figure),
  ...(typeof figure.place === 'string' ? {} : figure.place),
});
