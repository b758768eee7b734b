/**
 * Writes the committed types and paths. `npm run api:write` runs it after the documents; a test checks that they are
 * current.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiFolder, generate, readDocuments } from './api-types.ts'

for (const [name, text] of Object.entries(generate(readDocuments()))) writeFileSync(join(apiFolder, name), text)
console.log(`Wrote the types in ${apiFolder}.`)
