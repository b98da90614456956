/** Found by `scripts/build/examples.mjs`, `file` relative to the project. */
declare module 'tare:examples' {
  export const examples: { file: string; example: import('./support/example').FeatureExample }[];
}
