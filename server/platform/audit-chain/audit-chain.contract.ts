/** What is wrong with a log, and with which row: its number in the log where it has one, its place in the chain otherwise. */
export interface ChainFault {
  kind: 'changed' | 'removed' | 'inserted' | 'sealRemoved' | 'end';
  auditId: number | null;
  position: number | null;
}
