import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

// A component without its styles still works but looks broken, so nothing else would notice a forgotten line.
test('every component in use brings its styles', async () => {
  const library = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')
  const source = join(import.meta.dirname, '../..')
  const read = (folder: string) => readFile(join(source, folder, 'styles.ts'), 'utf8').catch(() => '')
  const styles = await read('shared/layout')
  const missing: string[] = []
  for await (const file of glob('**/*.tsx', { cwd: source })) {
    const text = await readFile(join(source, file), 'utf8')
    // Console and reference load more, which no other page needs.
    const brought = styles + (await read(file.split('/')[0]!))
    const names = text.match(/import \{([^}]*)\} from '@mantine\/core'/)?.[1]?.match(/\w+/g) ?? []
    for (const name of names)
      if (existsSync(join(library, `${name}.css`)) && !brought.includes(`/${name}.css'`))
        missing.push(`${file}: ${name}`)
  }
  assert.deepEqual(missing, [])
})

test('every class that a component names is in its style sheet', async () => {
  const source = join(import.meta.dirname, '../..')
  const missing: string[] = []
  for await (const file of glob('**/*.tsx', { cwd: source })) {
    const text = await readFile(join(source, file), 'utf8')
    for (const [, name, path] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = await readFile(join(source, dirname(file), path!), 'utf8')
      for (const [, word] of text.matchAll(new RegExp(`[ {(\\[]${name}\\.(\\w+)`, 'g')))
        if (!new RegExp(`\\.${word}(?![\\w-])`).test(sheet)) missing.push(`${file}: ${word}`)
    }
  }
  assert.deepEqual(missing, [])
})

/**
 * A plan has no reading direction, and time runs from left to right everywhere. Pages for developers are in English.
 */
const withSides =
  /^(docs\/|front\/|client\/(units\/card\/TodayStrip|buildings\/FloorPlan|timeline\/(days\/DayBars|speed\/SpeedGraph))\.)/

test('styles use start and end, not left and right, so that a page can be read from right to left', async () => {
  const source = join(import.meta.dirname, '../..')
  const found: string[] = []
  for await (const file of glob('**/*.css', { cwd: source })) {
    if (withSides.test(file)) continue
    const text = await readFile(join(source, file), 'utf8')
    for (const [line] of text.matchAll(
      /(?:^|[\s{;])(?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)?\s*:[^;]*|(?:text-align|float):\s*(?:left|right)/g,
    ))
      found.push(`${file}: ${line.trim()}`)
  }
  assert.deepEqual(found, [])
})
