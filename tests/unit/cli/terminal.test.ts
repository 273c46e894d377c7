import { describe, expect, it } from 'vitest'
import { errorText, printError } from '../../../src/cli/print-error.ts'
import { jsonText } from '../../../src/cli/terminal/json-text.ts'
import { createLiveLine } from '../../../src/cli/terminal/live-line.ts'
import { guardedTerminal } from '../../../src/cli/terminal/terminal.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { alignColumns, wrapText } from '../../../src/presentation/painters/columns.ts'
import { memoryTerminal } from './memory-terminal.ts'

describe('aligned text', () => {
  it('starts columns alike and ends the numbers alike', () => {
    const rows = [
      ['ingress', '100 %', '50 MB/s'],
      ['partitions', '4 %', '12'],
    ]
    expect(alignColumns(rows, [1])).toBe('ingress     100 %  50 MB/s\npartitions    4 %  12\n')
  })

  it('breaks lines between words only', () => {
    expect(wrapText('one two three', 9, '  ')).toBe('  one two\n  three\n')
  })

  it('keeps a number and its unit on one line', () => {
    expect(wrapText('it is at 94 %, all of 148.4 MB/s', 12)).toBe('it is at\n94 %, all of\n148.4 MB/s\n')
    expect(wrapText('with 12 members', 7)).toBe('with 12\nmembers\n')
  })
})

describe('the live line', () => {
  it('is redrawn if that is possible, and cut to the width', () => {
    const terminal = memoryTerminal({ canRedraw: true, columns: 24 })
    const line = createLiveLine(terminal)
    line.update('first')
    line.update('a line that is longer than the terminal is wide')
    line.clear()
    expect(terminal.stderr).toBe('first\r\u001b[2Ka line that is longer t\r\u001b[2K')
  })

  it('is written at most every ten seconds elsewhere', () => {
    let nowMs = 0
    const terminal = memoryTerminal()
    const line = createLiveLine(terminal, () => nowMs)
    for (; nowMs <= 21_000; nowMs += 1_000) line.update(`at ${nowMs}`)
    expect(terminal.stderr).toBe('at 0\nat 10000\nat 20000\n')
  })

  it('is written at once when the phase changes', () => {
    const terminal = memoryTerminal()
    const line = createLiveLine(terminal, () => 0)
    for (const phase of ['preparing', 'preparing', 'burn-in', 'burn-in']) line.update(`now ${phase}`, phase)
    expect(terminal.stderr).toBe('now preparing\nnow burn-in\n')
  })

  it('stays below notes', () => {
    const terminal = memoryTerminal({ canRedraw: true })
    const line = createLiveLine(terminal)
    line.update('live')
    line.note('a notice')
    expect(terminal.stderr).toBe('live\r\u001b[2Ka notice\nlive')
  })
})

describe('errors', () => {
  const error = new AppError('SCENARIO_INVALID', 'The scenario a.json has 2 problems.', {
    problems: [
      { place: 'workload.topics[0].partitions', message: 'expected a whole number (found "x")' },
      { place: 'nonsense', message: 'unknown field "nonsense"; remove it or correct its spelling' },
    ],
    remedy: 'Correct the file.',
    cause: new Error('hidden'),
  })

  it('say what, where and what to do, without a stack trace', () => {
    expect(errorText(error.toData())).toBe(
      'The scenario a.json has 2 problems.\n' +
        '  workload.topics[0].partitions: expected a whole number (found "x")\n' +
        '  nonsense: unknown field "nonsense"; remove it or correct its spelling\n' +
        'Correct the file.\n',
    )
  })

  it('quote no more of a long text than a person would read, as text and as JSON', () => {
    const given = 'R'.repeat(100_000)
    const problems = [{ place: given, message: `${given} is no number` }]
    const long = new AppError('RUN_NOT_FOUND', `There is no run ${given} in this workspace.`, {
      problems,
      remedy: given,
    })
    const cut = `${'R'.repeat(200)}… (100,000 characters)`
    expect(errorText(long.toData())).toBe(
      `There is no run ${cut} in this workspace.\n  ${cut}: ${cut} is no number\n${cut}\n`,
    )
    const terminal = memoryTerminal()
    printError(terminal, long, true)
    expect(JSON.parse(terminal.stdout).error).toMatchObject({
      message: `There is no run ${cut} in this workspace.`,
      problems: [{ place: cut, message: `${cut} is no number` }],
    })
    const manyWords = new AppError('RUN_FAILED', 'word '.repeat(100_000))
    expect(errorText(manyWords.toData())).toBe(`${'word '.repeat(2_000).slice(0, 9_999)}…\n`)
    const path = `/${'folder/'.repeat(70)}`
    expect(errorText(new AppError('FILE_UNREADABLE', path).toData())).toBe(`${path}\n`)
  })

  it('are one JSON object on stdout and nothing else with --json', () => {
    const terminal = memoryTerminal()
    expect(printError(terminal, error, true)).toBe(2)
    expect(JSON.parse(terminal.stdout)).toEqual({ error: error.toData() })
    expect(terminal.stderr).toBe('')
  })
})

describe('text that others wrote', () => {
  const hostile = '\u001b]0;owned\u0007\u009b2J\u001b[31mred\u202e\rover'

  it('moves no cursor, colours nothing and titles no window; lines, tabs and our own live line stay', () => {
    const terminal = memoryTerminal({ canRedraw: true })
    const guarded = guardedTerminal(terminal)
    guarded.out(`a\tb\r\n${hostile}\n`)
    expect(terminal.stdout).toMatch(/^a\tb\r\n[^\p{Cc}\u202e]*\n$/u)
    expect(terminal.stdout).toContain(']0;owned')
    const line = createLiveLine(guarded)
    line.update(hostile)
    line.clear()
    expect(terminal.stderr).toMatch(/^[^\p{Cc}]*\r\p{Cc}\[2K$/u)
  })

  it('stays what it is in JSON, written so that a terminal obeys nothing of it', () => {
    const text = jsonText({ hostile })
    expect(text).toMatch(/^(?:[^\p{Cc}\u202e]|\n)*$/u)
    expect(JSON.parse(text)).toEqual({ hostile })
  })
})
