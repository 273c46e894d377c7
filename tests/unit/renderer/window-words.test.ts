import { describe, expect, it } from 'vitest'
import { errorInWindowWords, windowWords } from '../../../src/renderer/window-words.ts'

describe('what the workbench says for a terminal', () => {
  it.each([
    ['See the runs with: headroom runs list', 'See the runs in Runs'],
    ['See it with: headroom runs show 2026-11-21-a', 'See it in Runs'],
    ['Resume it with: headroom campaign --resume c-1', 'Resume it in Benchmarks'],
    ['Name one of them, or see them with: headroom models list', 'Name one of them, or see them in Models'],
    ['Give each run once: headroom runs list', 'Give each run once. They are in Runs'],
    ['Give a scale yourself, for example --scale 0.1.', 'Give a scale yourself, for example 0.1.'],
    ['The run uses at most half of that: --scale 0.052.', 'The run uses at most half of that: scale 0.052.'],
    [
      'Use at least 1 min 50 s: --duration 110s, or durationMs in its file.',
      'Use at least 1 min 50 s as the length of the load.',
    ],
    ['shorten the run, or lower its rate with --scale.', 'shorten the run, or lower its scale.'],
    [
      'Lower it for this run: --set workload.topics.0.replicationFactor=3',
      'Lower it for this run: set Replication to 3 in Sizing',
    ],
    [
      'To run on what is there: --set workload.topics.1.partitions=24 To run on what is there: --set workload.topics.1.replicationFactor=2',
      'To run on what is there: set Partitions to 24 in Sizing To run on what is there: set Replication to 2 in Sizing',
    ],
    [
      'Leave it out. To offer less: --set workload.producers.0.peakRecordsPerSec=1000',
      'Leave it out. To offer less: set Peak rate to 1000 in Sizing',
    ],
    [
      'Leave --existing-topics out, or name your own cluster with --target.',
      'Choose “A cluster of yours” as the target.',
    ],
    [
      'give it in HEADROOM_SECRET_A or --secrets-file',
      'give it in HEADROOM_SECRET_A of the environment, or type it with the connection',
    ],
    [
      'Name its secret: --prometheus-secret NAME, a token, or with --prometheus-user USER a password (window: below the endpoint).',
      'Name its secret: in the fields below the endpoint.',
    ],
    [
      'That row is run only where it is asked for (--cases cross-zone), from another zone.',
      'That row is run only where it is asked for (under “Rows of its table”), from another zone.',
    ],
    [
      'so on a cluster of yours name its row with --cases; the rest',
      'so on a cluster of yours choose its row under “Rows of its table”; the rest',
    ],
    ['Make the runner ready with: npm start', 'Press “Install them” below the start of a validation'],
    [
      'Run npm start, which fetches them, or node scripts/prepare-runner.mjs.',
      'Press “Install them” below the start of a validation.',
    ],
  ])('is said for the window: %s', (terminal, said) => {
    expect(windowWords(terminal)).toBe(said)
  })

  it('stays as it is where it names no command', () => {
    const text = 'Check host and port, and the firewalls in between.'
    expect(windowWords(text)).toBe(text)
  })

  it('is said in all parts of an error', () => {
    const error = {
      code: 'AUTHENTICATION_FAILED' as const,
      message: 'No value is known for the secret lab.',
      remedy:
        'Give the value in a file of your own ({"name": "value"}) with --secrets-file FILE, or in the environment.',
      problems: [{ place: 'lab', message: 'give it in HEADROOM_SECRET_LAB or --secrets-file' }],
    }
    expect(JSON.stringify(errorInWindowWords(error))).not.toContain('--')
  })
})
