import autocannon from 'autocannon';

const connections = 8;

interface Asked {
  url: string;
  seconds: number;
  headers?: Record<string, string>;
  /** Gives each request an address of its own. */
  path?: () => string;
  expected?: number;
}

/** @returns answers a second. @throws Error when one has another status than expected */
export async function rate({ url, seconds, headers = {}, path, expected = 200 }: Asked): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(path ? { requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }] } : {}),
  });
  const right = result.statusCodeStats?.[expected as unknown as keyof typeof result.statusCodeStats] as
    { count?: number } | undefined;
  if (result.errors > 0 || Number(right?.count) < result.requests.total)
    throw new Error(`expected ${expected} alone: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
  return result.requests.total / result.duration;
}
