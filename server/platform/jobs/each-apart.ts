/** Does the same for each, one after the other; what fails keeps nothing else waiting. @throws AggregateError at the end, of all that failed */
export async function eachApart<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${all.length} failed`);
}
