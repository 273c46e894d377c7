/** Whole quota windows that a claim needs: with fewer, Student's t makes the interval wider than it is worth. */
export const leastSteadyWindows = 8
