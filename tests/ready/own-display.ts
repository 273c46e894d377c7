/**
 * In each worker of a suite that opens windows, before its test files: takes the display that `window.ts` opened for it.
 */

/** Names of the displays that the suite opened, with spaces between them. */
export const ownDisplaysVariable = 'HEADROOM_TEST_DISPLAYS'

const names = process.env[ownDisplaysVariable]?.split(' ') ?? []
// Vitest counts its workers from 1.
const own = names[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % names.length]
if (own !== undefined) process.env.DISPLAY = own
