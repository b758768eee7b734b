/** Writes the documents that are committed. `npm run api:write` runs it; a test keeps them current. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocuments } from '#entry/http/server.ts'

const folder = join(import.meta.dirname, '../../docs/api')

mkdirSync(folder, { recursive: true })
for (const [name, text] of openApiDocuments()) {
  const file = join(folder, `${name}.openapi.json`)
  writeFileSync(file, text)
  console.log(`Wrote ${file}.`)
}
