/** Writes the documents that are committed. `npm run api:write` runs it; a test keeps them current. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiText } from '#entry/http/openapi.ts'
import { mountedRoutes, plainDocuments } from '#entry/http/server.ts'
import { dialectNames } from '#kernel/api/dialects.ts'

const folder = join(import.meta.dirname, '../../docs/api')

mkdirSync(folder, { recursive: true })
const documents = [
  ...dialectNames.map((dialect) => [dialect, openApiText(dialect, mountedRoutes)] as const),
  ...Object.entries(plainDocuments()),
]
for (const [name, text] of documents) {
  const file = join(folder, `${name}.openapi.json`)
  writeFileSync(file, text)
  console.log(`Wrote ${file}.`)
}
