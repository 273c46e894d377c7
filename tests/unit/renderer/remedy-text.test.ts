import { describe, expect, it } from 'vitest'
import { errorText, printedError } from '../../../src/cli/print-error.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { remedyText } from '../../../src/renderer/components/remedy-text.ts'

const error = new AppError('RUN_NOT_FOUND', 'There is no run a in this workspace.', {
  remedy: 'See the runs',
  action: { command: 'headroom runs list', view: 'Runs' },
})

describe('a remedy that names a command', () => {
  it('has the command in the terminal and in JSON', () => {
    expect(errorText(error.toData())).toContain('See the runs with: headroom runs list\n')
    expect(printedError(error.toData())).toEqual({
      code: 'RUN_NOT_FOUND',
      message: 'There is no run a in this workspace.',
      remedy: 'See the runs with: headroom runs list',
      problems: [],
    })
  })

  it('has the view in the window, and still has it after a process edge', () => {
    expect(remedyText(AppError.fromData(error.toData()).toData())).toBe('See the runs in Runs.')
  })
})

describe('a remedy that names an option', () => {
  const refused = new AppError('PLAN_IMPOSSIBLE', 'Six replicas are too many.', {
    remedy: 'Lower the replication factor to 3',
    action: { command: '--set workload.topics.0.replicationFactor=3', view: null },
  }).toData()

  it('has the option to copy in the terminal', () => {
    expect(errorText(refused)).toContain(
      'Lower the replication factor to 3 with: --set workload.topics.0.replicationFactor=3\n',
    )
  })

  it('is a sentence without the option in the window', () => {
    expect(remedyText(refused)).toBe('Lower the replication factor to 3.')
  })
})

describe('a remedy without a command', () => {
  it('is the same everywhere', () => {
    const plain = new AppError('PORT_TAKEN', 'Port 9092 is taken.', { remedy: 'Free it.' }).toData()
    expect(remedyText(plain)).toBe('Free it.')
    expect(errorText(plain)).toBe('Port 9092 is taken.\nFree it.\n')
    expect(remedyText({ remedy: null })).toBeNull()
  })
})
