/**
 * The 25 cases of tests/verdicts/verdict-cases.ts, and three harder ones, one after the other: each has the machine to
 * itself. About 30 minutes.
 */
import { describe } from 'vitest'
import { itInWorkspace } from '../integration/validate-support.ts'
import { singleRecordCases, verdictCases } from '../verdicts/verdict-cases.ts'
import { expectRow } from '../verdicts/verdict-row.ts'
import { byName } from '../verdicts/verdict-table.ts'

describe('a validation in each situation', () => {
  itInWorkspace.for(byName(verdictCases))('says %s', async ([, row], { workspace, task }) => {
    await expectRow(row, { workspace, task })
  })
})

describe('a validation of records that travel alone', () => {
  itInWorkspace.for(byName(singleRecordCases))('says %s', async ([, row], { workspace, task }) => {
    await expectRow(row, { workspace, task })
  })
})
