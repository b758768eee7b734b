/** Writes the types that are committed. `npm run api:write` runs it after the documents; a test keeps them current. */
import { writeFileSync } from 'node:fs'
import { generate, readDocuments, typesFile } from './api-types.ts'

writeFileSync(typesFile, generate(readDocuments()))
console.log(`Wrote ${typesFile}.`)
