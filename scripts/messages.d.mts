/** The texts of the generated files of `views/locales`, by file name. */
export function messagesSources(root?: string): Record<string, string>;
/** Writes those that differ from what is there. */
export function writeMessages(root?: string): void;
