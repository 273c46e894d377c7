/**
 * A child that is measured tells how many records it has done: one number a line.
 */
const everyMs = 500

/** Tells it from now on. */
export function tellRecords(count: () => number): void {
  // Nobody listens any more.
  process.stdout.on('error', () => process.exit(1))
  setInterval(() => process.stdout.write(`${count()}\n`), everyMs)
}
