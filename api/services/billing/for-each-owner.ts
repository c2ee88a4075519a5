/**
 * Takes a step at Stripe for one owner after the other: accounts, or teams.
 * @throws AggregateError of the steps that failed, once all others are done.
 */
export async function forEachOwner<Owner>(
  owners: readonly Owner[],
  step: (owner: Owner) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const owner of owners) {
    // One customer that always fails does not keep the others from their step.
    await step(owner).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${owners.length} owners failed.`)
  }
}
