import type { Option } from './option-list.tsx'

/** The client libraries that Headroom distinguishes, as options of a choice. */
export const clientLibraries: readonly Option[] = [
  { value: 'java', label: 'Java' },
  { value: 'librdkafka', label: 'librdkafka (C, Python, Go, .NET, Node.js)' },
]
