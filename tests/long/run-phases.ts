/** Runs on simulated brokers that are followed by what they say, so that a test can strike in one of their phases. */
import { rateLine } from '../integration/validate-support.ts'

/** What a run on simulated brokers says when a phase has begun. */
export const simulatedPhases = {
  'the cluster starts': /^preparing {3}Starting simulated/m,
  preflight: /^preflight/m,
  load: rateLine,
  'clean-up': /^draining/m,
} as const
export type SimulatedPhase = keyof typeof simulatedPhases
export const simulatedPhaseNames = Object.keys(simulatedPhases) as SimulatedPhase[]

/** Words of a run of 14 s of load, of which about 20,000 records are to be acknowledged. */
export const simulatedRun = [
  ...['validate', 'examples/first.headroom.json', '--target', 'embedded:simulated', '--scale', '0.02'],
  ...['--duration', '14s', '--json'],
]
