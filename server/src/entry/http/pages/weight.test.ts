/** What a phone has to load before it shows anything. */
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildPagesIfNeeded } from './pages.ts'

const root = join(import.meta.dirname, '../../../../..')
const dist = join(root, 'web/dist')
const bytesMax = 240 * 1024
/** For a proxy that requests it: the page alone, because its catalogue is a separate file. */
const gzipBytesMax = 250 * 1024

await buildPagesIfNeeded(root, () => {})

for (const page of ['index.html', 'docs.html', 'pay.html', 'portal.html', 'client.html', 'console.html']) {
  test(`${page} and all it loads at once are under 240 KiB, without the map`, async () => {
    const html = await readFile(join(dist, page), 'utf8')
    const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
    assert.ok(assets.some((path) => path.endsWith('.js')) && assets.some((path) => path.endsWith('.css')))
    assert.ok(!assets.some((path) => /map/.test(path)), assets.join('\n'))
    // Browsers get them compressed like this; icons are sent as they are.
    const sizeOf = async (path: string, packed = 'br') =>
      (await stat(join(dist, `${path}.${packed}`)).catch(() => stat(join(dist, path)))).size
    // The page chooses and loads the catalogue of one language.
    const files = await readdir(join(dist, 'assets'))
    const catalogues = files.filter((name) => /^(en|de)-[^.]+\.js$/.test(name))
    assert.equal(catalogues.length, 2)
    const largest = async (names: readonly string[]) =>
      Math.max(0, ...(await Promise.all(names.map((name) => sizeOf(`/assets/${name}`)))))
    // The consoles have an additional one.
    const consoles = files.filter(
      (name) =>
        /^texts-\w+-console-[\w-]+\.js$/.test(name) && !/console-(operator|figures|history|models|protocol)/.test(name),
    )
    assert.equal(consoles.length, 2)
    const sumOf = async (packed: string) =>
      (await Promise.all([...new Set(assets)].map((path) => sizeOf(path, packed)))).reduce(
        (sum, size) => sum + size,
        Buffer.byteLength(html),
      )
    const total =
      (await sumOf('br')) + (await largest(catalogues)) + (page === 'console.html' ? await largest(consoles) : 0)
    assert.ok(total < bytesMax, `${total} bytes`)
    const zipped = await sumOf('gz')
    assert.ok(zipped < gzipBytesMax, `${zipped} bytes with gzip`)
  })
}

test('no two files import each other when they start', async () => {
  const folder = join(dist, 'assets')
  const loads = new Map<string, string[]>()
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.js'))) {
    const text = await readFile(join(folder, name), 'utf8')
    loads.set(
      name,
      [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, other]) => other as string),
    )
  }
  assert.ok([...loads.values()].some((others) => others.length > 2))
  const done = new Set<string>()
  const follow = (name: string, way: readonly string[]) => {
    assert.ok(!way.includes(name), [...way, name].join(' → '))
    if (done.has(name)) return
    for (const other of loads.get(name) ?? []) follow(other, [...way, name])
    done.add(name)
  }
  for (const name of loads.keys()) follow(name, [])
})
