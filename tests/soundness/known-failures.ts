/**
 * Cells whose demanded rates the verdict does not meet, with the cause. A cell that meets them must not stand here, and no
 * other may fail: either is a failure of the tests.
 */
export const knownFailures: Readonly<Record<string, string>> = {}
