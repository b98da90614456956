/** Short secrets that people type at a device. They are kept as passwords are. */
export interface Pins {
  hash(pin: string): Promise<string>;
  /** Takes as long where there is nothing to compare with. @throws Failure 503 where too many wait */
  isRight(stored: string | null, pin: string): Promise<boolean>;
}
