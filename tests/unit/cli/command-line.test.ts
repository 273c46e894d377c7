import { describe, expect, it } from 'vitest'
import { type CommandSpec, readCommandLine, wantsJson } from '../../../src/cli/command-line.ts'
import { AppError } from '../../../src/contracts/app-error.ts'

const spec: CommandSpec = {
  name: 'validate',
  summary: 'Proves a prediction.',
  parameters: ['SCENARIO'],
  options: {
    target: { value: 'TARGET', text: 'Where.' },
    scale: { value: 'F', text: 'Factor.' },
    set: { value: 'PATH=VALUE', isRepeatable: true, text: 'Changes a field.' },
    yes: { text: 'Does not ask.' },
  },
  examples: [],
}

function refusal(words: string[]): AppError {
  try {
    readCommandLine(words, spec)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the command line was accepted')
}

describe('reading a command line', () => {
  it('gives parameters, switches, values and repeated values', () => {
    const given = readCommandLine(['a.json', '--set', 'x=1', '--set=y=2', '--scale', '0.1', '--yes', '--json'], spec)
    expect(given.parameters).toEqual(['a.json'])
    expect(given.texts('set')).toEqual(['x=1', 'y=2'])
    expect(given.text('scale')).toBe('0.1')
    expect([given.has('yes'), given.has('json'), given.has('target')]).toEqual([true, true, false])
  })

  it('names the option that may have been meant', () => {
    const error = refusal(['a.json', '--tagret', 'embedded'])
    expect(error.code).toBe('USAGE')
    expect(error.problems.map((problem) => `${problem.place}: ${problem.message}`)).toEqual([
      '--tagret: unknown option; did you mean --target?',
      'embedded: unexpected argument',
    ])
  })

  it('reports every problem at once', () => {
    const error = refusal(['--scale', '--yes', '--yes=1', '--target', 'a', '--target', 'b'])
    expect(error.problems.map((problem) => `${problem.place}: ${problem.message}`)).toEqual([
      '--scale: this option needs a value: F',
      '--yes: this option takes no value',
      '--target: this option is given twice',
      'SCENARIO: this argument is missing',
    ])
  })

  it('puts a single problem into the sentence itself', () => {
    expect(refusal([]).message).toBe('headroom validate: SCENARIO: this argument is missing.')
    expect(refusal(['a', '--scale']).message).toBe('headroom validate: --scale: this option needs a value: F.')
  })

  it('refuses an empty argument, as from a script with a missing variable', () => {
    expect(refusal(['']).message).toBe('headroom validate: SCENARIO: this argument is empty.')
  })

  it('lets a negative number through to the check of its value', () => {
    expect(readCommandLine(['a.json', '--scale', '-1'], spec).text('scale')).toBe('-1')
  })

  it('is not taken in by names of object members', () => {
    expect(refusal(['a.json', '--constructor']).message).toContain('unknown option')
  })

  it('needs no argument with --help', () => {
    expect(readCommandLine(['--help'], spec).has('help')).toBe(true)
  })

  it('sees --json on a command line that is wrong otherwise, but not behind --', () => {
    expect(wantsJson(['predict', '--nonsense', '--json'])).toBe(true)
    expect(wantsJson(['predict', '--json=yes'])).toBe(true)
    expect(wantsJson(['predict', '--', '--json'])).toBe(false)
  })
})
