import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logPath, writeLog } from '../../../src/workbench/log-file.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const log = () => readFileSync(logPath(folder.path), 'utf8')

/** What a parser says of a text that it cannot read: it quotes it. */
function quoting(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

describe('the log', () => {
  it('has errors with their causes, and no secret that one of them quotes', () => {
    const cause = quoting('password=hunter2-of-production')
    writeLog(folder.path, 'It failed with token=hunter2.', new Error('sasl.password: hunter2', { cause }))
    expect(log()).toMatch(/^\S+Z It failed with token=\[removed\]/)
    expect(log()).toContain('caused by SyntaxError')
    expect(log()).not.toContain('hunter2')
  })

  it('has the beginning of an entry that is too long', () => {
    writeLog(folder.path, 'x'.repeat(3_000_000))
    expect(statSync(logPath(folder.path)).size).toBeLessThan(101_000)
  })

  it('is kept as two files of bounded size', () => {
    for (let entry = 0; entry < 60; entry += 1) writeLog(folder.path, `${entry} ${'x'.repeat(99_000)}`)
    const sizes = readdirSync(dirname(logPath(folder.path))).map(
      (name) => statSync(`${dirname(logPath(folder.path))}/${name}`).size,
    )
    expect(sizes).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThan(2_200_000)
    expect(log()).toContain('59 x')
  })

  it.each(['is there', 'is not there'])('is not written through a link to a file that %s', (target) => {
    const path = join(folder.path, 'profile')
    if (target === 'is there') writeFileSync(path, 'mine', { mode: 0o644 })
    mkdirSync(dirname(logPath(folder.path)))
    symlinkSync(path, logPath(folder.path))
    writeLog(folder.path, 'rm -rf everything')
    expect(statSync(path, { throwIfNoEntry: false })?.mode).toBe(target === 'is there' ? 0o100_644 : undefined)
    if (target === 'is there') expect(readFileSync(path, 'utf8')).toBe('mine')
  })
})
