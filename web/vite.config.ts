import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compressed once here, so that the server never compresses the same file twice. */
const compressAssets = (): Plugin => ({
  name: 'waymark-compress-assets',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(css|js|svg)$/.test(name) || dir === undefined) continue
      const content = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
})

/** While developing, the pages talk to an installation on this machine. */
const installation = 'http://127.0.0.1:8080'

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), compressAssets()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Everything is a file: the content security policy knows no inline script.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['index.html', 'docs.html'] },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/openapi', '/readyz', '/healthz', '/metrics'].map((path) => [path, installation])),
  },
})
