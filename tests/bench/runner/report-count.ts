/**
 * A measured client prints how many records it has sent or read so far: one number per line.
 */
const intervalMs = 500

/** Prints the count at each interval from now on. Ends the process if the parent has closed the pipe. */
export function reportCount(count: () => number): void {
  process.stdout.on('error', () => process.exit(1))
  setInterval(() => process.stdout.write(`${count()}\n`), intervalMs)
}
