import { describe, expect, test } from 'vitest'
import { yamlText } from '../../../src/presentation/painters/yaml-text.ts'
import { deployText } from '../../../src/workbench/agents/deploy-agents.ts'

const order = { count: 3, as: 'job' as const, version: '1.2.3' }

/** Everything that is no comment. */
function body(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
}

describe('YAML', () => {
  test('is written in block style, and quoted if a word would have another meaning', () => {
    const value = {
      name: 'a/b.c',
      'odd key': 'yes',
      port: 7443,
      empty: {},
      list: [{ a: 1, b: ['x', 'None', 'null', '4Gi', 'line\nend'] }, []],
    }
    expect(yamlText(value)).toBe(
      [
        'name: a/b.c',
        '"odd key": "yes"',
        'port: 7443',
        'empty: {}',
        'list:',
        '  - a: 1',
        '    b:',
        '      - x',
        '      - None',
        '      - "null"',
        '      - "4Gi"',
        '      - "line\\nend"',
        '  - []',
        '',
      ].join('\n'),
    )
  })
})

describe('files that deploy agents', () => {
  test('a Job is indexed, with a name and a node for each agent', () => {
    const text = deployText({ ...order, kind: 'kubernetes' })
    expect(body(text)).toMatch(/^apiVersion: v1\nkind: Service\n/)
    for (const line of [
      'completionMode: Indexed',
      'completions: 3',
      'parallelism: 3',
      'subdomain: headroom-agent',
      'requiredDuringSchedulingIgnoredDuringExecution:',
      'topologyKey: kubernetes.io/hostname',
      'image: "headroom-agent:1.2.3"',
      'runAsNonRoot: true',
    ]) {
      expect(body(text)).toContain(line)
    }
    expect(text).toContain('headroom-agent-2.headroom-agent:7443')
  })

  test('a Deployment keeps as many running', () => {
    const text = body(deployText({ ...order, kind: 'kubernetes', as: 'deployment' }))
    expect(text).toContain('kind: Deployment')
    expect(text).toContain('replicas: 3')
    expect(text).toContain('restartPolicy: Always')
    expect(text).not.toContain('kind: Job')
  })

  test('each way gives certificate, key and token by file, never by argument, and ends a run in order', () => {
    for (const kind of ['docker', 'systemd', 'kubernetes'] as const) {
      const text = body(deployText({ ...order, kind }))
      expect(text).toMatch(/--token-file/)
      expect(text).toMatch(/--tls-cert/)
      expect(text).not.toMatch(/TOKEN=|--token /)
    }
    expect(deployText({ ...order, kind: 'docker' })).toContain('STOPSIGNAL SIGTERM')
    expect(deployText({ ...order, kind: 'systemd' })).toContain('TimeoutStopSec=30')
    expect(deployText({ ...order, kind: 'kubernetes' })).toContain('terminationGracePeriodSeconds: 30')
  })
  test('let a crash of an agent write no core file, which would have the password in it', () => {
    expect(body(deployText({ ...order, kind: 'systemd' }))).toMatch(/^LimitCORE=0$/m)
    expect(deployText({ ...order, kind: 'docker' })).toContain('docker run -d --init --ulimit core=0 ')
  })
})
