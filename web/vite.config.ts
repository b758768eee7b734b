import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { baseMap } from './build/base-map.ts'
import { earlyTexts, loadTextsEarly } from './build/early-texts.ts'
import { installable } from './build/installable.ts'
import { workers } from './build/worker.ts'

/** Compressed once here, so that the server never compresses the same file twice. */
const compressAssets = (): Plugin => ({
  name: 'waymark-compress-assets',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(css|js|json|svg)$/.test(name) || dir === undefined) continue
      const content = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
})

/** While developing, the pages talk to an installation on this machine. */
const installation = 'http://127.0.0.1:8080'
const asked = [
  '/openapi',
  '/readyz',
  '/healthz',
  '/metrics',
  '/settings.json',
  '/sandbox/',
  '/portal/api/',
  '/public/',
  '^/shared(/.+)?$',
  '/pictures/',
  '^/client/.+',
  '^/(provider|partner|billing|platform|console|operator)/.+',
]

/** While developing, addresses lead to the pages as they do in an installation (`server/src/entry/http/pages/pages.ts`). */
const pageAddresses = (): Plugin => ({
  name: 'waymark-page-addresses',
  configureServer({ middlewares }) {
    const pages = [
      [/^\/docs$/, '/docs.html'],
      [/^\/pay\/[^/]+$/, '/pay.html'],
      [/^\/portal$/, '/portal.html'],
      [/^\/(share|l)$/, '/share.html'],
      [/^\/(toolbox|s)$/, '/installer.html'],
      [/^\/dealers$/, '/dealers.html'],
      [/^\/(console|operator)$/, '/console.html'],
      [/^\/(client|login|reset|registration\/\w+|email\/confirm)$/, '/client.html'],
    ] as const
    middlewares.use((request, _response, next) => {
      const [path = '', query] = (request.url ?? '').split('?')
      const page = pages.find(([pattern]) => pattern.test(path))
      if (page) request.url = query ? `${page[1]}?${query}` : page[1]
      next()
    })
  },
})

const icons = /[\\/]lucide-react[\\/]/
const libraries = /[\\/]node_modules[\\/]/
const measures = /[\\/](telemetry|quantities|devices[\\/]parameters)\.ts$/
// Texts stay apart: a page waits for its catalogue, and a catalogue that needs a part of the page would wait for the page.
const parts = /[\\/](shared(?![\\/]texts)|api)[\\/]/

const nameOf = (name: string) => name.replace(/\.\w+$/, '').replace(/~.*/, '')

/** A part of a catalogue is named after its language: `texts-de-console`. */
const textsIn = (file: string | null) => {
  const [, language, part] = /[\\/]texts[\\/](\w+)[\\/]([\w-]+)\.ts$/.exec(file ?? '') ?? []
  return language && `texts-${language}-${part}`
}

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), baseMap(), installable(), loadTextsEarly(), pageAddresses(), compressAssets(), workers()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Everything is a file: the content security policy knows no inline script.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [
        ...[
          'index.html',
          'docs.html',
          'pay.html',
          'portal.html',
          'share.html',
          'installer.html',
          'dealers.html',
          'client.html',
          'console.html',
        ],
        earlyTexts,
      ],
      // Few files instead of many: on its own each icon and each control would be a request for some hundred bytes. A page
      // loads a little that only others need, and asks a third as often. Libraries are one file, and so are parts: cut by who
      // needs them, two of them would load each other, and one of the two begin without the other.
      output: {
        // The bundler names a shared part after every page that has it.
        chunkFileNames: ({ name, facadeModuleId }) => `assets/${textsIn(facadeModuleId) ?? nameOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${nameOf(names[0] ?? '')}-[hash][extname]`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'icons', test: icons, tags: ['$initial'], minShareCount: 2 },
            { name: 'more-icons', test: icons, minShareCount: 2 },
            { name: 'libraries', test: libraries, tags: ['$initial'], minShareCount: 2 },
            // The texts wait for it while others wait for the texts: in a chunk with others, both would wait for ever.
            { name: 'plural', test: /[\\/]texts[\\/](\w+[\\/])?plural\.ts$/ },
            // The consoles measure nothing on their first page.
            { name: 'measures', test: measures, tags: ['$initial'], minShareCount: 2 },
            { name: 'parts', test: parts, tags: ['$initial'], minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(asked.map((path) => [path, installation])),
  },
})
