/** How long a link may be read. */
export const shareDays = [7, 30, 90] as const;
