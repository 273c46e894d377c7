/** All faults, in the order of docs/reliability.md: `node scripts/write-fault-tables.mjs`. */
import { appFaults } from './app-faults.ts'
import { brokerFaults } from './broker-faults.ts'
import { clusterFaults } from './cluster-faults.ts'
import type { Fault } from './fault.ts'
import { linkFaults } from './link-faults.ts'
import { machineFaults } from './machine-faults.ts'
import { processFaults } from './process-faults.ts'
import { workspaceFaults } from './workspace-faults.ts'

export const faultTable: readonly Fault[] = [
  ...brokerFaults,
  ...clusterFaults,
  ...linkFaults,
  ...processFaults,
  ...appFaults,
  ...workspaceFaults,
  ...machineFaults,
]
