import { describe, expect, it } from 'vitest'
import { observedApis, rightsToGrant, rightText } from '../../../src/contracts/observe-rights.ts'

describe('the rights that a reading needs', () => {
  it('read only, and never a group: a member of one could commit', () => {
    const texts = rightsToGrant(true).map(rightText)
    expect(texts).toEqual([
      'Topic: DESCRIBE',
      'Topic: DESCRIBE_CONFIGS',
      'Cluster: DESCRIBE_CONFIGS',
      'Cluster: DESCRIBE',
      'Group: DESCRIBE',
      'Topic: READ',
    ])
  })

  it('include no contents where nothing is sampled', () => {
    expect(rightsToGrant(false).map(rightText)).not.toContain('Topic: READ')
  })

  it('say for each request what is unknown without it', () => {
    for (const { unknown } of observedApis) expect(unknown).toMatch(/^[A-Z].*\.$/)
  })
})
