interface Option {
  /** Of another filter: those to which this belongs; where it is not said, all of them. */
  within?: string[] | undefined;
}

/** Those that belong to what another filter holds; all of them while that holds nothing. */
export const optionsWithin = <O extends Option>(options: readonly O[], chosen: string): O[] =>
  options.filter(({ within }) => chosen === '' || within === undefined || within.includes(chosen));
