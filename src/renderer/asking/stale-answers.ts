/**
 * Which answers a call or an event makes out of date. Answers are named by the call that they answer.
 */
import type { CallName, EventName } from '../../contracts/ipc-contract.ts'

type StaleAfter<Cause extends string> = Readonly<Partial<Record<Cause, readonly CallName[]>>>

/** The answers that a call makes out of date if it succeeds. */
export const staleAfterCall: StaleAfter<CallName> = {
  'agents.add': ['agents.list'],
  'agents.remove': ['agents.list'],
  'calibrations.delete': ['models.list'],
  'campaign.start': ['campaigns.list'],
  'campaign.resume': ['campaigns.list'],
  'connections.keep': ['connections.list'],
  'connections.forget': ['connections.list'],
  'models.calibrate': ['models.list'],
  'models.save': ['models.list', 'models.backtest'],
  'models.update': ['models.list', 'models.backtest'],
  'observations.make': ['observations.list'],
  'runs.add': ['runs.list', 'runs.on-curve'],
  'runs.annotate': ['runs.list'],
  'runs.delete': ['runs.list', 'runs.on-curve'],
  'runs.import': ['runs.list', 'runs.on-curve'],
  'runs.lay': ['runs.list', 'runs.on-curve'],
  'validation.start': ['runs.list'],
}

/** The answers that an event makes out of date. */
export const staleAfterEvent: StaleAfter<EventName> = {
  'campaign.step-ended': ['campaigns.show'],
  'campaign.ended': ['campaigns.list', 'runs.list'],
  'reading.ended': ['readings.list'],
  'validation.ended': ['runs.list', 'runs.on-curve'],
}
