import { fieldRow, isFieldPlace } from '../sizing/field-table.ts'

/** How the window names the place of a problem. */
interface ShownPlace {
  /** Empty if the message says enough. */
  readonly label: string
  /** The field of the sizing view to show; null if that view has none. */
  readonly field: string | null
}

/** Places without a field of their own: a list of the scenario, with its first field, or a field of the run. */
const others: Readonly<Record<string, ShownPlace>> = {
  'workload.topics': { label: 'Topics', field: 'workload.topics[0].partitions' },
  'workload.producers': { label: 'Traffic', field: 'workload.producers[0].peakRecordsPerSec' },
  'workload.consumerGroups': { label: 'Consumers', field: 'workload.consumerGroups[0].members' },
  'validation.durationMs': { label: 'Length of the load', field: null },
  quotaWindowMs: { label: 'Quota window', field: null },
  brokers: { label: 'Brokers', field: null },
  agents: { label: '', field: null },
}

/** The name that the form gives to a place. A place that no form has, such as the address of an agent, is its own name. */
export function shownPlace(place: string): ShownPlace {
  if (isFieldPlace(place)) return { label: fieldRow(place).label, field: place }
  return others[place] ?? { label: place, field: null }
}
