/**
 * The rows of the table of verdicts that `npm test` has no time for. One broker: three at once; three brokers have the machine
 * to themselves.
 */
import { describe } from 'vitest'
import { itInWorkspace } from '../integration/validate-support.ts'
import { expectRow } from '../verdicts/verdict-row.ts'
import { byName, verdictTable } from '../verdicts/verdict-table.ts'

const rows = verdictTable.filter(({ isShort }) => !isShort)
const isAlone = ({ brokers, ownQuotas }: (typeof rows)[number]) => brokers > 1 || ownQuotas !== undefined

describe.concurrent('a validation on one real broker', () => {
  const beside = rows.filter((row) => !isAlone(row))
  itInWorkspace.for(byName(beside))('says %s', async ([, row], { workspace, task }) => {
    await expectRow(row, { workspace, task })
  })
})

describe('a validation that has the machine to itself', () => {
  itInWorkspace.for(byName(rows.filter(isAlone)))('says %s', async ([, row], { workspace, task }) => {
    await expectRow(row, { workspace, task })
  })
})
