/**
 * Waits for work, but not longer than a time limit.
 */

/**
 * Waits until `work` is fulfilled, at most `limitMs`. The timer is cancelled, so that it does not keep the process alive.
 * @returns false if the limit was reached first
 * @throws the reason if `work` is rejected within the limit
 */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const atLimit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  try {
    return await Promise.race([work.then(() => true), atLimit])
  } finally {
    clearTimeout(timer)
  }
}
