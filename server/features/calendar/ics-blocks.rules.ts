/** A VEVENT or VTIMEZONE of a calendar file as text, with those of its lines that say when and what it is. */
export interface IcsBlock {
  kind: 'VEVENT' | 'VTIMEZONE';
  /** Of its BEGIN, counted from 1. */
  line: number;
  text: string;
  /** Why it cannot be read whole. */
  fault?: 'cutOff' | 'unreadable';
}

/** Attendees, attachments and descriptions in three formats are most of a file, and the commonest thing to be malformed. */
const wanted =
  /^(BEGIN|END|UID|SUMMARY|STATUS|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TZID|TZOFFSETFROM|TZOFFSETTO|X-MICROSOFT-CDO-ALLDAYEVENT)[;:]/i;
const dayWithoutType = /^(DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)((?:;[^:]*)?):(?=\d{8}(?:,\d{8})*$)/i;
const longestBlock = 32_768;

/**
 * Takes a calendar file in pieces and gives its blocks, whatever stands between or in them. A line that begins with a space
 * or a tab goes on where the last one stopped (RFC 5545, 3.1).
 */
export class IcsBlocks {
  private rest = '';
  private line = 0;
  private content = '';
  private contentLine = 1;
  private block: (IcsBlock & { lines: string[]; length: number }) | null = null;
  /** Components inside of the block, an alarm for example. */
  private depth = 0;

  *take(piece: string): Generator<IcsBlock> {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) yield* this.takeLine(line);
  }

  *end(): Generator<IcsBlock> {
    yield* this.takeLine(this.rest);
    yield* this.takeContent();
    if (this.block) yield this.close('cutOff');
  }

  private *takeLine(line: string): Generator<IcsBlock> {
    this.line += 1;
    if (/^[ \t]/.test(line) && this.content !== '') {
      // The rest of what is too long tells nothing more.
      if (this.content.length <= longestBlock) this.content += line.slice(1);
      return;
    }
    yield* this.takeContent();
    this.content = line;
    this.contentLine = this.line;
  }

  private *takeContent(): Generator<IcsBlock> {
    const content = this.content.trimEnd();
    this.content = '';
    const [, edge, name = ''] = /^(BEGIN|END):(\S+)$/i.exec(content) ?? [];
    const begins = edge?.toUpperCase() === 'BEGIN';
    const kind = name.toUpperCase();
    if (!this.block) {
      if (begins && (kind === 'VEVENT' || kind === 'VTIMEZONE')) this.open(kind);
      return;
    }
    if (begins && kind === this.block.kind) {
      yield this.close('cutOff');
      this.open(kind as IcsBlock['kind']);
    } else if (edge && !begins && kind === this.block.kind) yield this.close();
    else this.keep(content, edge === undefined ? 0 : begins ? 1 : -1);
  }

  /** Of what is nested, a time zone needs all and an entry nothing: an alarm has a summary and a duration of its own. */
  private keep(content: string, step: number): void {
    const { block } = this;
    if (!block) return;
    const nested = this.depth > 0 || step !== 0;
    this.depth += step;
    if ((nested && block.kind === 'VEVENT') || !wanted.test(content)) return;
    block.length += content.length;
    if (block.length > longestBlock) block.fault = 'unreadable';
    else
      block.lines.push(
        content.replace(dayWithoutType, (whole, property: string, params: string) =>
          /;VALUE=/i.test(params) ? whole : `${property}${params};VALUE=DATE:`,
        ),
      );
  }

  private open(kind: IcsBlock['kind']): void {
    this.block = { kind, line: this.contentLine, text: '', lines: [], length: 0 };
    this.depth = 0;
  }

  private close(fault = this.block?.fault): IcsBlock {
    const { kind = 'VEVENT', line = 1, lines = [] } = this.block ?? {};
    this.block = null;
    return { kind, line, text: [`BEGIN:${kind}`, ...lines, `END:${kind}`].join('\r\n'), fault };
  }
}
