/** What a new profile begins with. */
export const starts = ['inUse', 'copy', 'empty'] as const;
