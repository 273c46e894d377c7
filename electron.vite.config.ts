/**
 * How main, preload, renderer and the workbench process become out/.
 *
 * The targets are those of Electron 33, the oldest runtime that the window runs on; electron-vite would take them from
 * the installed `electron` package, which is newer.
 */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const nodeTarget = 'node20.18'
const pageTarget = 'chrome130'

export default defineConfig({
  main: {
    build: {
      target: nodeTarget,
      outDir: 'out/main',
      // libsql stays outside (its addon is a file); all else is bundled, so that the process starts sooner.
      externalizeDeps: { exclude: ['zod'] },
      rollupOptions: {
        input: {
          main: resolve('src/main/main.ts'),
          workbench: resolve('src/workbench/utility-process.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      outDir: 'out/preload',
      // A sandboxed preload is one CommonJS file.
      rollupOptions: {
        input: { preload: resolve('src/preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react()],
    build: {
      target: pageTarget,
      outDir: 'out/renderer',
      // Fonts stay files: the page's policy needs no data: for them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      rollupOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
