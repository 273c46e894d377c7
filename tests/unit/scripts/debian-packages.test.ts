import { describe, expect, it } from 'vitest'
import { describeMissing, isAfterTimeTransition } from '../../../scripts/setup/debian-packages.mjs'

describe('describeMissing()', () => {
  it('gives somebody who is not root one command to run', () => {
    expect(describeMissing(['xvfb', 'libzstd-dev'], false)).toEqual({
      missing: ['xvfb', 'libzstd-dev'],
      command: 'sudo apt-get install -y --no-install-recommends xvfb libzstd-dev',
    })
  })

  it('leaves sudo out for root, where an installation has failed', () => {
    expect(describeMissing(['xvfb'], true).command).toBe('apt-get install -y --no-install-recommends xvfb')
  })
})

describe('isAfterTimeTransition()', () => {
  it('knows the systems whose packages were renamed', () => {
    const texts = [
      'ID=debian\nVERSION_ID="12"',
      'ID=debian\nVERSION_ID="13"',
      'ID=ubuntu\nVERSION_ID="22.04"',
      'ID=ubuntu\nVERSION_ID="24.04"',
      '',
    ]
    expect(texts.map(isAfterTimeTransition)).toEqual([false, true, false, true, false])
  })
})
