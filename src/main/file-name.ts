/** Makes a file name that every platform accepts from the name of a scenario. */
export function safeFileName(name: unknown): string {
  const text = typeof name === 'string' ? name : ''
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60) || 'scenario'
}
