import Type from 'typebox'
import { EnumOf, exact } from '#kernel/api/fields.ts'
import { listing, listParameters, search, uuidIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, route } from '#kernel/api/route.ts'
import {
  ignoreLine,
  importStatement,
  type ListedStatement,
  lineSorts,
  listLines,
  listStatements,
  matchLines,
  removeStatement,
  type ShownLine,
  statementSorts,
  undoMatch,
} from './actions.ts'
import { lineStates } from './bank-line.ts'
import {
  fileBytesMax,
  ImportedStatementShape,
  importedToWire,
  LineShape,
  lineToWire,
  MatchedShape,
  MatchesBody,
  StatementBody,
  StatementShape,
  statementToWire,
  toFile,
  toMatches,
} from './wire.ts'

const tag = 'Bank statements'
const ofLine = byUuid('line')
const Id = Type.String()
const both = (shape: Parameters<typeof bare>[0]) => ({ provider: bare(shape), partner: bare(shape) })

/** Under `/console/bank-statements`. */
export const bankStatementRoutes = [
  route({
    method: 'POST',
    path: '',
    right: 'bills',
    tag,
    summary: 'Import a bank statement',
    description:
      'CSV, camt.053 or MT940, up to 4 MiB. Lines that were in an earlier file are skipped. A line with a complete ' +
      'payment reference and exactly the open amount is matched at once; all others wait for you.',
    body: StatementBody,
    bodyBytesMax: fileBytesMax,
    replies: both(ImportedStatementShape),
    handle: async (call, { body }) => importedToWire(await importStatement(call, toFile(body), body.dry_run)),
  }),
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'List the bank statements',
    query: exact(listParameters),
    replies: { provider: bareList(StatementShape), partner: bareList(StatementShape) },
    handle: (call, { query }) =>
      listing<ListedStatement>({
        sorts: statementSorts,
        sort: '-id',
        read: (page) => listStatements(call, uuidIds(query.ids), page),
        toWire: statementToWire,
      }),
  }),
  route({
    method: 'DELETE',
    path: '/:id',
    right: 'bills',
    tag,
    summary: 'Delete a bank statement and the lines it added',
    description: 'Refused while any of its lines is matched.',
    params: byUuid('statement'),
    replies: both(Id),
    handle: (call, { params }) => removeStatement(call, params.id),
  }),
]

/** Under `/console/bank-lines`. */
export const bankLineRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'List bank statement lines, with proposed matches',
    query: exact({
      ...listParameters,
      ...search,
      statement_ids: Type.Optional(Type.String({ description: 'Only of these statements, separated by commas.' })),
      state: Type.Optional(EnumOf(lineStates, 'Only lines in this state.')),
    }),
    replies: { provider: bareList(LineShape), partner: bareList(LineShape) },
    handle: (call, { query: { ids, statement_ids, state, q } }) => {
      const filter = { ids: uuidIds(ids), statements: uuidIds(statement_ids), state, q }
      return listing<ShownLine>({
        sorts: lineSorts,
        sort: '-booked_on',
        read: (page) => listLines(call, filter, page),
        toWire: lineToWire,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/match',
    right: 'bills',
    tag,
    summary: 'Match lines to invoices',
    description: 'All of them or none. Any amount left over becomes the client’s credit.',
    body: MatchesBody,
    replies: both(MatchedShape),
    handle: async (call, { body }) => ({ rows: (await matchLines(call, toMatches(body))).map((id) => ({ id })) }),
  }),
  route({
    method: 'DELETE',
    path: '/:id/match',
    right: 'bills',
    tag,
    summary: 'Undo the match of a line',
    description: 'Its invoices are open again and its credit is removed. A due date that was moved forward stays.',
    params: ofLine,
    replies: both(Id),
    handle: (call, { params }) => undoMatch(call, params.id),
  }),
  route({
    method: 'PUT',
    path: '/:id/ignored',
    right: 'bills',
    tag,
    summary: 'Set a line aside, or reopen it',
    params: ofLine,
    body: exact({ is_ignored: Type.Boolean({ example: true }) }),
    replies: both(Id),
    handle: (call, { params, body }) => ignoreLine(call, params.id, body.is_ignored),
  }),
]
