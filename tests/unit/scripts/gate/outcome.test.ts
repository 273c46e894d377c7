import { describe, expect, it } from 'vitest'
import { judgeSuite } from '../../../../scripts/gate/outcome.mjs'

const passing = { status: 'passed', title: 'adds', ancestorTitles: ['sums'] }

describe('judgeSuite()', () => {
  it('names what failed, a file that broke before its first test too, and what was skipped', () => {
    const report = {
      testResults: [
        { name: '/repo/tests/a.test.ts', status: 'failed', assertionResults: [{ status: 'failed', title: 'fails' }] },
        { name: '/repo/tests/b.test.ts', status: 'failed', assertionResults: [] },
        {
          name: '/repo/tests/c.test.ts',
          status: 'passed',
          assertionResults: [passing, { status: 'pending', title: 'needs Java' }],
        },
      ],
    }
    expect(judgeSuite(report, 1, '/repo/')).toMatchObject({
      passed: 1,
      failed: ['tests/a.test.ts: fails', 'tests/b.test.ts (whole file)'],
      skipped: ['tests/c.test.ts: needs Java'],
      tests: ['tests/a.test.ts: fails', 'tests/c.test.ts: sums > adds', 'tests/c.test.ts: needs Java'],
    })
  })

  it('has the beginning of what failed tests and broken files said, without colours and foreign frames', () => {
    const stack = ['    at /repo/tests/a.test.ts:3:5', '    at run (/repo/node_modules/vitest/x.js:1:1)']
    const message = ['AssertionError: expected \u001b[31m1\u001b[39m to be 2', '', ...stack].join('\n')
    const fails = { status: 'failed', title: 'fails', failureMessages: [message] }
    const report = {
      testResults: [
        { name: '/repo/tests/a.test.ts', status: 'failed', assertionResults: [fails] },
        { name: '/repo/tests/b.test.ts', status: 'failed', message: `no broker\n${'line\n'.repeat(100)}` },
      ],
    }
    const { reasons } = judgeSuite(report, 1, '/repo/')
    expect(reasons.get('tests/a.test.ts: fails')).toBe(
      'AssertionError: expected 1 to be 2\n    at /repo/tests/a.test.ts:3:5',
    )
    expect(reasons.get('tests/b.test.ts (whole file)')?.split('\n')).toEqual(['no broker', ...Array(13).fill('line')])
  })

  it('passes where every test passed and the runner ended well', () => {
    const report = { testResults: [{ name: '/repo/a.test.ts', status: 'passed', assertionResults: [passing] }] }
    expect(judgeSuite(report, 0, '/repo/').failed).toEqual([])
  })

  it('fails where the runner ended badly although every test passed', () => {
    const report = { testResults: [{ name: '/repo/a.test.ts', status: 'passed', assertionResults: [passing] }] }
    expect(judgeSuite(report, 1, '/repo/').failed).toEqual([expect.stringContaining('exit code 1')])
  })

  it('fails where no test ran, and where there is no report', () => {
    expect(judgeSuite({ testResults: [] }, 0, '/repo/').failed).toEqual(['no test ran'])
    const onlySkipped = [
      { name: '/repo/a.test.ts', status: 'passed', assertionResults: [{ status: 'todo', title: 't' }] },
    ]
    expect(judgeSuite({ testResults: onlySkipped }, 0, '/repo/').failed).toEqual(['no test ran'])
    expect(judgeSuite(undefined, 0, '/repo/').failed).toEqual([expect.stringContaining('left no report')])
  })
})
