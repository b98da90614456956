import { addDays, type LocalDate } from '../../platform/time';
import { problemOf, sortReadings, type ReadClosures, type Reading, type RefusalCode } from './closures.rules';

interface Property {
  line: number;
  name: string;
  params: string;
  value: string;
}

/** Reads the whole-day VEVENTs of a calendar file as closed ranges (RFC 5545; DTEND is the day after the last one). */
export function readIcs(text: string): ReadClosures {
  const readings: Reading[] = [];
  let event: Property[] | null = null;
  let depth = 0;
  for (const property of unfold(text)) {
    const { name, value } = property;
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') [event, depth] = [[property], 0];
    else if (!event) continue;
    else if (name === 'END' && value.toUpperCase() === 'VEVENT') {
      readings.push(readEvent(event));
      event = null;
    } else if (name === 'BEGIN') depth += 1;
    else if (name === 'END') depth -= 1;
    // An alarm inside the event has a summary and a duration of its own.
    else if (depth === 0) event.push(property);
  }
  if (event) readings.push({ refused: { line: event[0]?.line ?? 1, code: 'cutOff', raw: valueOf(event, 'SUMMARY').slice(0, 120) } });
  return sortReadings(readings);
}

/** A line that begins with a space or a tab goes on where the last one stopped (RFC 5545, 3.1). */
function unfold(text: string): Property[] {
  const lines: { line: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1);
    else if (line !== '') lines.push({ line: index + 1, text: line });
  }
  return lines.flatMap(({ line, text: whole }) => {
    const match = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/.exec(whole);
    return match ? [{ line, name: (match[1] ?? '').toUpperCase(), params: (match[2] ?? '').toUpperCase(), value: match[3] ?? '' }] : [];
  });
}

function readEvent(event: readonly Property[]): Reading {
  const line = event[0]?.line ?? 1;
  const reason = unescapeText(valueOf(event, 'SUMMARY')).trim();
  const refuse = (code: RefusalCode): Reading => ({ refused: { line, code, raw: reason.slice(0, 120) } });
  if (valueOf(event, 'STATUS').toUpperCase() === 'CANCELLED') return refuse('cancelled');
  if (event.some(({ name }) => name === 'RRULE' || name === 'RDATE')) return refuse('recurring');
  const start = valueOf(event, 'DTSTART');
  if (start === '') return refuse('missingStart');
  const fromDate = wholeDay(start);
  const after = valueOf(event, 'DTEND') === '' ? afterDuration(fromDate, valueOf(event, 'DURATION')) : wholeDay(valueOf(event, 'DTEND'));
  if (fromDate === null || after === null) return refuse(/^\d{8}/.test(start) ? 'notAllDay' : 'notADate');
  // Some programs write the day itself as the end of one day.
  const toDate = after === fromDate ? after : addDays(after, -1);
  const problem = problemOf({ fromDate, toDate, reason });
  return problem ? refuse(problem) : { closure: { line, fromDate, toDate, open: false, reason } };
}

/** `20260309`, or midnight of a wall clock; null for another time, or an instant, which is another day elsewhere. */
function wholeDay(value: string): LocalDate | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T000000)?$/.exec(value);
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
}

function afterDuration(fromDate: LocalDate | null, duration: string): LocalDate | null {
  const match = /^\+?P(\d{1,4})([DW])$/.exec(duration === '' ? 'P1D' : duration);
  return fromDate && match ? addDays(fromDate, Number(match[1]) * (match[2] === 'W' ? 7 : 1)) : null;
}

const valueOf = (event: readonly Property[], name: string) => event.find((one) => one.name === name)?.value.trim() ?? '';
const unescapeText = (text: string) => text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character));
