import { linesIn, readLine, type Reading } from './scale-lines.rules';

const baudRate = 9_600;
const askEveryMs = 250;
/** A scale that is unplugged says nothing of it. */
const silentMs = 3_000;

/** `off`: none is connected. `silent`: one is, and says nothing that can be read. */
export type ScaleState =
  { kind: 'off' } | { kind: 'failed' } | { kind: 'silent' } | { kind: 'reads'; reading: Reading };

/** A scale at a serial port: one that sends by itself, or one that is asked. */
export class Scale {
  state: ScaleState = { kind: 'off' };
  private port: SerialPort | null = null;
  private quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly mode: () => 'none' | 'continuous' | 'request',
    private readonly onChange: () => void,
  ) {}

  static get possible(): boolean {
    return navigator.serial !== undefined;
  }

  get connected(): boolean {
    return this.port !== null;
  }

  /** Opens the port that was chosen on this tablet before, without asking again. */
  async reopen(): Promise<void> {
    const [port] = (await navigator.serial?.getPorts()) ?? [];
    if (port && !this.port) await this.open(port);
  }

  /** Asks which port it is; only at a touch. */
  async connect(): Promise<void> {
    try {
      const port = await navigator.serial?.requestPort();
      if (port) await this.open(port);
    } catch (error) {
      // Somebody who closes the browser's question has changed nothing.
      if ((error as DOMException).name !== 'NotFoundError') this.say({ kind: 'failed' });
    }
  }

  private async open(port: SerialPort): Promise<void> {
    try {
      await port.open({ baudRate });
    } catch {
      return this.say({ kind: 'failed' });
    }
    this.port = port;
    this.say({ kind: 'silent' });
    void this.read(port);
    void this.ask(port);
  }

  private async read(port: SerialPort): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const piece of piecesOf(port)) {
        const cut = linesIn(rest + decoder.decode(piece, { stream: true }));
        rest = cut.rest;
        // Of lines that came together the last is how it is now.
        const reading = cut.lines.map(readLine).findLast((one) => one !== null);
        if (reading) this.say({ kind: 'reads', reading });
      }
    } catch {
      // Its cable was pulled: the same as its end.
    }
    this.port = null;
    this.say({ kind: 'off' });
    await port.close().catch(() => undefined);
  }

  /** Scales that wait to be asked know one of two words: P prints, W weighs. */
  private async ask(port: SerialPort): Promise<void> {
    const words = ['P\r\n', 'W\r\n'];
    let nth = 0;
    while (this.port === port) {
      if (this.mode() === 'request' && port.writable) {
        if (this.state.kind === 'silent') nth += 1;
        const writer = port.writable.getWriter();
        await writer.write(new TextEncoder().encode(words[nth % 2])).catch(() => undefined);
        writer.releaseLock();
      }
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
  }

  private say(state: ScaleState): void {
    clearTimeout(this.quiet);
    if (state.kind === 'reads') this.quiet = setTimeout(() => this.say({ kind: 'silent' }), silentMs);
    const before = JSON.stringify(this.state);
    this.state = state;
    if (JSON.stringify(state) !== before) this.onChange();
  }
}

async function* piecesOf(port: SerialPort): AsyncGenerator<Uint8Array> {
  const reader = port.readable?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
