import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askSecret, confirm } from '../../../src/cli/terminal/questions.ts'
import { AppError } from '../../../src/contracts/app-error.ts'

/** A terminal on which this was typed; null where the input ends instead (Ctrl-D). */
function streamsWith(typed: string | null) {
  const streams = { input: new PassThrough(), output: new PassThrough() }
  if (typed === null) streams.input.end()
  else streams.input.write(typed)
  return streams
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))

describe('a question', () => {
  it.each([
    ['y\n', true],
    ['Yes\n', true],
    ['n\n', false],
    ['\n', false],
    ['yesterday\n', false],
  ])('answered with %j is %s', async (typed, expected) => {
    expect(await confirm('Start?', streamsWith(typed))).toBe(expected)
  })

  it('without an answer is a no, and does not wait', async () => {
    expect(await confirm('Start?', streamsWith(null))).toBe(false)
  })

  it('for a secret does not show what is typed', async () => {
    const streams = streamsWith('hidden\n')
    expect(await askSecret('staging', streams)).toBe('hidden')
    expect(String(streams.output.read())).toBe('Secret staging (not shown): \n')
  })

  it.each([
    ['an input that ends', null],
    ['Ctrl-C', '\u0003'],
  ])('for a secret is broken off by %s', async (_, typed) => {
    expect(await askSecret('staging', streamsWith(typed)).catch(codeOf)).toBe('ABORTED')
  })
})
