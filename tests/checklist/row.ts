/** A row of the product specification, and the test that fails when it does not hold. */
export interface ChecklistRow {
  section: '2' | '4' | '5' | '7' | '8' | '9';
  /** The row in few words. */
  row: string;
  /** As the test is written: its file from the root, and its title within the file. */
  test: { file: string; title: string };
}
