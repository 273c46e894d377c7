/**
 * Decides what may be packaged with the official Electron and with the registry's.
 */

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const platformFlags = { linux: '--linux', darwin: '--mac', win32: '--win' }

/**
 * @param {Pick<import('./electron-runtime.mjs').ElectronRuntime, 'kind' | 'electronVersion'>} runtime
 * @param {boolean} isFolderOnly
 * @param {NodeJS.Platform} [platform]
 * @returns {{ isAllowed: boolean, targets: string[], warning?: string }}
 */
export function decidePackaging(runtime, isFolderOnly, platform = process.platform) {
  // The runner contains native code, so a package for a platform can only be made on that platform.
  const targets = [platformFlags[platform] ?? '--linux', ...(isFolderOnly ? ['dir'] : [])]
  if (runtime.kind === 'official') return { isAllowed: true, targets }
  const what = `This is the npm registry's Electron ${runtime.electronVersion}, which gets no security fixes`
  if (isFolderOnly)
    return { isAllowed: true, targets, warning: `NOT FOR RELEASE: ${what}. The folder is for a smoke test only.` }
  return {
    isAllowed: false,
    targets,
    warning: `${what}: it is not packaged for release. Package where the official Electron can be downloaded, or add --dir for a smoke test.`,
  }
}
