/**
 * A Vitest reporter that writes one JSON line when a file or test begins or ends, so that the gate can detect a hang
 * and name the hanging tests.
 */
import { appendFileSync, writeFileSync } from 'node:fs'

/** @typedef {{ event: 'begins' | 'ends', file: string, test?: string }} ProgressLine */

/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */

/** The file is beside the report: `unit.progress` for `unit.json`. @param {string} reportPath */
export function progressPathOf(reportPath) {
  return reportPath.replace(/\.json$/, '.progress')
}

export default class ProgressReporter {
  path = ''

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    const { outputFile } = vitest.config
    const reportPath = typeof outputFile === 'string' ? outputFile : outputFile?.json
    if (reportPath === undefined) throw new Error('The progress is written beside the JSON report: give its path.')
    this.path = progressPathOf(reportPath)
    writeFileSync(this.path, '')
  }

  /** @param {ProgressLine} line */
  write(line) {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`)
  }

  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    this.write({ event: 'begins', file: module.moduleId })
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    this.write({ event: 'ends', file: module.moduleId })
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.write({ event: 'begins', file: test.module.moduleId, test: test.fullName })
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.write({ event: 'ends', file: test.module.moduleId, test: test.fullName })
  }
}
