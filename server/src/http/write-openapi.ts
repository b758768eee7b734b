/** Writes the documents that are committed. `npm run api:write` runs it; a test keeps them current. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectNames } from './dialects.ts'
import { openApiText } from './openapi.ts'
import { mountedRoutes } from './server.ts'

const folder = join(import.meta.dirname, '../../../docs/api')

mkdirSync(folder, { recursive: true })
for (const dialect of dialectNames) {
  const file = join(folder, `${dialect}.openapi.json`)
  writeFileSync(file, openApiText(dialect, mountedRoutes))
  console.log(`Wrote ${file}.`)
}
