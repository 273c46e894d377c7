/**
 * The imports that are allowed in src/, from the bottom layer up. Nothing else is allowed. docs/architecture.md shows
 * this table to people; this file is the one that the check enforces.
 *
 * `folders`: our own folders; `except`: folders inside them that are not allowed; `only`: the only files that may be
 * imported from other folders. `packages`: npm packages by name. `node`: whether `node:` modules may be used, or which.
 * A longer path has priority over a shorter one (`runner/worker` over `runner`).
 */

/** @typedef {{ folders: readonly string[], packages: readonly string[], node: boolean | readonly string[], only?: readonly string[], except?: readonly string[] }} LayerRow */

const pure = [
  'units',
  'contracts',
  'capacity',
  'billing',
  'measurement',
  'observation',
  'planning',
  'evidence',
  'charts',
  'presentation',
]

/** @type {Readonly<Record<string, LayerRow>>} */
export const layerTable = {
  units: { folders: [], packages: [], node: false },
  contracts: { folders: ['units'], packages: ['zod'], node: false },
  files: { folders: [], packages: [], node: ['node:fs', 'node:path'] },
  capacity: { folders: ['contracts', 'units'], packages: [], node: false },
  billing: { folders: ['capacity', 'contracts', 'units'], packages: [], node: false },
  measurement: {
    folders: ['contracts', 'units'],
    packages: ['hdr-histogram-js', 'pako'],
    node: ['node:buffer'],
  },
  observation: { folders: ['capacity', 'contracts', 'units'], packages: [], node: false },
  planning: { folders: ['capacity', 'contracts', 'units'], packages: [], node: false },
  evidence: { folders: ['capacity', 'measurement', 'contracts', 'units'], packages: [], node: false },
  charts: { folders: ['contracts', 'units'], packages: [], node: false },
  presentation: {
    folders: [
      'capacity',
      'billing',
      'planning',
      'measurement',
      'observation',
      'evidence',
      'charts',
      'contracts',
      'units',
    ],
    packages: [],
    node: false,
  },
  runner: { folders: ['measurement', 'files', 'contracts', 'units'], packages: ['kafkajs', 'ws'], node: true },
  'runner/worker': {
    folders: ['runner', 'measurement', 'files', 'contracts', 'units'],
    // headroom-engine is our own package, built from runner/engine at set-up.
    packages: ['headroom-engine', 'node-rdkafka'],
    node: true,
  },
  'runner/embedded': {
    folders: ['runner', 'measurement', 'files', 'contracts', 'units'],
    packages: ['kafkajs', 'node-rdkafka'],
    node: true,
  },
  workbench: { folders: [...pure, 'files'], packages: ['fflate', 'libsql', 'saxen', 'ws'], node: true },
  main: { folders: ['files', 'contracts'], packages: ['electron'], node: true },
  preload: { folders: ['contracts'], packages: ['electron'], node: false, only: ['contracts/main-channels.ts'] },
  renderer: {
    folders: ['contracts', 'units', 'capacity', 'billing', 'evidence', 'charts', 'planning', 'presentation'],
    packages: ['react', 'react-dom', 'chart.js', '@fontsource-variable/inter'],
    node: false,
  },
  cli: {
    folders: ['workbench', 'presentation', 'contracts', 'units'],
    // Answers are described in presentation; reports are written by the workbench's handlers.
    except: ['workbench/reports'],
    packages: [],
    node: true,
  },
}

/** With fewer modules than this, the check has probably looked in the wrong folder. */
export const minModules = 100

/** Texts that only one file of a folder may contain. For example, only one module may use the page's bridge. */
export const soleOwners = [{ folder: 'renderer', text: 'window.headroom', file: 'renderer/api.ts' }]
