import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Puts the licence of the font beside the font. */
const fontLicence: Plugin = {
  name: 'font-licence',
  apply: 'build',
  generateBundle() {
    const source = readFileSync('node_modules/@fontsource-variable/figtree/LICENSE')
    this.emitFile({ type: 'asset', fileName: 'assets/figtree-LICENSE.txt', source })
  },
}

// The pages are built into the Python package, and served by the table server from there.
export default defineConfig({
  plugins: [svelte(), fontLicence],
  build: {
    outDir: '../src/keypeg/server/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows nothing inline
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  // Components are tested as a browser would run them, in a document without a window.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', isolate: false, css: false, setupFiles: 'tests/support/setup.ts' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
})
