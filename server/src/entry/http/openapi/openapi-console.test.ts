/** The console's OpenAPI document: current, complete, and with valid examples. */
import { rowName, testDocument } from '#testing/files/documents.ts'
import { consoleRoutes, publicConsoleRoutes } from '../scopes/console.ts'
import { consoleDocumentText } from './openapi-console.ts'

const open = publicConsoleRoutes.map((row) => rowName('/console', row))

testDocument('console', consoleDocumentText, {
  rows: [...open, ...consoleRoutes.map((row) => rowName('/console', row))],
  open,
})
