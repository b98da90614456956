/** `demanded`: they were named, so that their silence is a failure. */
export function findRealDatabases(): Promise<
  { env: Record<string, string>; what: string } | { absent: string; demanded: boolean }
>;
