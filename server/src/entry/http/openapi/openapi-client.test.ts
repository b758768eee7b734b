/** The client's OpenAPI document: current, complete, and with valid examples. */
import { publicRoutes } from '#identity/company/routes.ts'
import { rowName, testDocument } from '#testing/files/documents.ts'
import { clientRoutes, publicClientRoutes } from '../scopes/client.ts'
import { setupLinkRoutes, sharedRoutes, toolboxRoutes } from '../scopes/shared.ts'
import { clientDocumentText } from './openapi-client.ts'

const open = [
  ...publicClientRoutes.map((row) => rowName('/client', row)),
  ...publicRoutes.map((row) => rowName('/public', row)),
]

testDocument('client', clientDocumentText, {
  rows: [
    ...open,
    ...clientRoutes.map((row) => rowName('/client', row)),
    ...[...sharedRoutes, ...toolboxRoutes, ...setupLinkRoutes].map((row) => rowName('', row)),
    'GET /client/live',
    'GET /shared/live',
  ],
  open,
})
