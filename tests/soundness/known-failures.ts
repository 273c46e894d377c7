/**
 * Cells whose demanded rates the verdict does not meet, with the cause. A cell that meets them must not stand here, and no
 * other may fail: either is a failure of the tests.
 */
const writingIsScaledDown =
  'a right prediction is not confirmed: it scales writing down with reading, although slow readers do not slow writers'

export const knownFailures: Readonly<Record<string, string>> = {
  'reading: truth 1 in, 1 out, offered 1.2': writingIsScaledDown,
  'reading: truth 1 in, 1 out, offered 1.5': writingIsScaledDown,
  'both directions, reading: truth 1 in, 1 out, offered 1.5': writingIsScaledDown,
}
