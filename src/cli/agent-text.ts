/**
 * Agents as text.
 */
import type { ClockOffset } from '../contracts/agent.ts'
import { groupDigits } from '../units/number-text.ts'

/** "clock +200.3 ms ± 0.4 ms": what it shows less what this machine's shows. */
export function clockText({ offsetMs, boundMs }: ClockOffset): string {
  const sign = offsetMs < 0 ? '-' : '+'
  return `clock ${sign}${groupDigits(Math.abs(offsetMs), 1)} ms ± ${groupDigits(Math.max(boundMs, 0.1), 1)} ms`
}
