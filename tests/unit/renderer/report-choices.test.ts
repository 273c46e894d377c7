import { describe, expect, it } from 'vitest'
import { reportOptions } from '../../../src/contracts/report-options.ts'
import {
  companyProblem,
  keepReportChoices,
  type ReportChoices,
  readReportChoices,
  reportOptionsOf,
  type TextStore,
} from '../../../src/renderer/application/report-choices.ts'

function memoryStore(text: string | null = null): TextStore {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key, value) => {
      kept = value
    },
  }
}

const chosen: ReportChoices = {
  company: ' Example Ltd ',
  logoPath: '/home/logo.png',
  paper: 'Letter',
  isRedacted: true,
}

describe('the choices for reports', () => {
  it('are the defaults if nothing was chosen or the stored text is damaged', () => {
    const usual = { company: '', logoPath: null, paper: 'Letter', isRedacted: false }
    for (const text of [null, '{', '[]', '7', '{"paper":"A5","company":7,"logoPath":""}']) {
      expect(readReportChoices(memoryStore(text), 'en-US')).toEqual(usual)
    }
    expect(readReportChoices(memoryStore(), 'de-DE').paper).toBe('A4')
  })

  it('are restored at the next start', () => {
    const store = memoryStore()
    keepReportChoices(store, chosen)
    expect(readReportChoices(store, 'de-DE')).toEqual(chosen)
  })

  it('result in valid options, even if the name is too long', () => {
    expect(reportOptions.parse(reportOptionsOf(chosen))).toEqual({
      company: 'Example Ltd',
      logoPath: '/home/logo.png',
      paper: 'Letter',
      isRedacted: true,
    })
    const long = 'x'.repeat(300)
    expect(reportOptions.parse(reportOptionsOf({ ...chosen, company: long, logoPath: null })).company).toHaveLength(120)
    expect([companyProblem(long), companyProblem('Example Ltd')]).toEqual([
      'At most 120 characters; these are 300.',
      null,
    ])
  })
})
