/** Of the Web Serial API, what the tracker uses; TypeScript's DOM library has none of it. */
interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; dataBits?: 7 | 8; parity?: 'none' | 'even' | 'odd' }): Promise<void>;
  close(): Promise<void>;
}
interface Navigator {
  readonly serial?: EventTarget & {
    getPorts(): Promise<SerialPort[]>;
    requestPort(): Promise<SerialPort>;
  };
  getBattery?(): Promise<{ level: number; charging: boolean }>;
}
