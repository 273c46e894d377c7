/**
 * Every place of an imported run that holds a text of others: what stands there after cleaning, and that nothing else is
 * changed.
 */
import { describe, expect, it } from 'vitest'
import { cleanRecord } from '../../../src/contracts/redact.ts'
import type { ImportedRunFile } from '../../../src/contracts/run-file.ts'
import { importedFileOf, runOfImportedFile } from '../../../src/contracts/run-file-conversion.ts'
import { knownImportFile } from '../presentation/known-import.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { hidden, leaky, open, replaced } from './leaky-texts.ts'

describe('an imported run with a text of others in every place', () => {
  const [file] = knownImportFile.files
  const [repeat] = knownImportFile.repeats
  const [part] = repeat?.parts ?? []
  if (file === undefined || repeat === undefined || part === undefined) throw new Error('the known import is whole')
  const { scenario, prediction: predicted, overlay: laid } = knownImportFile
  if (scenario === null || predicted === null || laid === null) throw new Error('the known import is laid')

  const run: ImportedRunFile = {
    ...knownImportFile,
    name: `kafkaesque.txt of ${leaky}`,
    label: leaky,
    files: [
      { ...file, name: 'esque.txt' },
      { ...file, name: 'kafkaesque.txt' },
    ],
    repeats: [{ ...repeat, parts: [{ ...part, file: 'kafkaesque.txt', notes: [leaky, 'esque.txt ends early'] }] }],
    notes: [leaky, 'Same for all'],
    scenario: { ...scenario, name: leaky, notes: leaky },
    prediction: { ...predicted, scenarioName: leaky },
    overlay: { ...laid, reason: leaky },
    driven: {
      plan: knownRecord.plan,
      target: { ...knownRecord.target, label: leaky, hosts: ['b1.example.com:9092'] },
      toolVersion: 'Apache Kafka 4.3.1',
      windows: 8,
    },
  }
  const cleanImport = (file: ImportedRunFile, isRedacted: boolean) => {
    return importedFileOf(cleanRecord(runOfImportedFile(file), isRedacted))
  }

  it('loses its secrets and nothing else', () => {
    expect(cleanImport(run, false)).toStrictEqual(
      replaced(run, { [leaky]: open, [run.name]: `kafkaesque.txt of ${open}` }),
    )
    const named = {
      ...run,
      files: [{ ...file, name: leaky }],
      repeats: [{ ...repeat, parts: [{ ...part, file: leaky }] }],
    }
    expect(cleanImport(named, false)).toMatchObject({ files: [{ name: open }], repeats: [{ parts: [{ file: open }] }] })
  })

  it('redacted has numbers for its files, the longest name first, and no list of hosts', () => {
    const { hosts: _hosts, ...target } = run.driven?.target ?? knownRecord.target
    const expected = replaced(
      { ...run, driven: { ...run.driven, target } },
      {
        [leaky]: hidden,
        [run.name]: `file-2 of ${hidden}`,
        'esque.txt': 'file-1',
        'kafkaesque.txt': 'file-2',
        'esque.txt ends early': 'file-1 ends early',
      },
    )
    expect(cleanImport(run, true)).toStrictEqual(expected)
  })

  it('redacted replaces the name of a file that is not in its list, too', () => {
    const other = { ...run, repeats: [{ ...repeat, parts: [{ ...part, file: 'other.txt', notes: [] }] }] }
    expect(cleanImport(other, true).repeats[0]?.parts[0]?.file).toBe('file')
  })

  it('hides the hosts that it was driven against where they are words like others, and one before it is given away', () => {
    const driven =
      run.driven === undefined ? undefined : { ...run.driven, target: { ...run.driven.target, hosts: ['alpha:9092'] } }
    const told = { ...run, label: 'alpha and node_7', notes: ['node_7:9092 left'], ...(driven && { driven }) }
    expect(cleanImport(told, true)).toMatchObject({ label: 'host-1 and host-3', notes: ['host-3 left'] })
  })

  it.each([false, true])('without any of them stays as it was, key by key (redacted: %s)', (isRedacted) => {
    const { driven: _driven, ...some } = run
    const bare = { ...some, name: 'Host', label: 'imported', files: [], repeats: [], notes: [] }
    const unlaid = { ...bare, scenario: null, prediction: null, overlay: null } as ImportedRunFile
    expect(cleanImport(unlaid, isRedacted)).toStrictEqual(unlaid)
  })
})
