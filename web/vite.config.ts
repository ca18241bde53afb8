import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The pages are built into the Python package, and served by the table server from there.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/keypeg/server/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows nothing inline
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
})
