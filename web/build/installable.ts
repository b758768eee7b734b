/**
 * Lets phones install the client's application: a manifest, and its icons. Their names contain a hash of the content,
 * like all assets. Without a network, its service worker (`worker.ts`) opens it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Asset {
  readonly fileName: string
  readonly source: string | Buffer
}

const hashed = (name: string, kind: string, source: string | Buffer): Asset => ({
  fileName: `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${kind}`,
  source,
})

function assetsOf(folder: string): { readonly manifest: Asset; readonly touch: Asset; readonly all: readonly Asset[] } {
  const icon = (name: string) => hashed(name, 'png', readFileSync(join(folder, `${name}.png`)))
  const [small, large, maskable, touch] = [
    icon('app-192'),
    icon('app-512'),
    icon('app-maskable-512'),
    icon('app-touch-180'),
  ]
  const shown = (asset: Asset, size: number, purpose: string) => ({
    src: `/${asset.fileName}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/client',
    name: 'Waymark',
    short_name: 'Waymark',
    description: 'Your units on the map, your plan and your bills.',
    start_url: '/client',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f5',
    theme_color: '#175a46',
    icons: [shown(small, 192, 'any'), shown(large, 512, 'any'), shown(maskable, 512, 'maskable')],
  }
  const written = hashed('app', 'webmanifest', JSON.stringify(manifest))
  return { manifest: written, touch, all: [small, large, maskable, touch, written] }
}

export const installable = (): Plugin => {
  const assets = assetsOf(join(import.meta.dirname, '../src/client/icons'))
  return {
    name: 'waymark-installable',
    apply: 'build',
    generateBundle() {
      for (const asset of assets.all) this.emitFile({ type: 'asset', ...asset })
    },
    transformIndexHtml: (_html, { path }) =>
      path === '/client.html'
        ? [
            { tag: 'link', attrs: { rel: 'manifest', href: `/${assets.manifest.fileName}` }, injectTo: 'head' },
            { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${assets.touch.fileName}` }, injectTo: 'head' },
          ]
        : [],
  }
}
