/**
 * Runs a step at Stripe for one owner, an account or a team, after another.
 * @throws AggregateError of the steps that failed, once all others are done
 */
export async function forEachOwner<Owner>(
  owners: readonly Owner[],
  step: (owner: Owner) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const owner of owners) {
    // A customer whose step always fails must not keep the others from theirs.
    await step(owner).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${owners.length} owners failed.`)
  }
}
