import Type from 'typebox'
import { uuidIds } from '#kernel/api/lists.ts'
import { bare, byNumber, route } from '#kernel/api/route.ts'
import { readClientFigures } from './client-figures.ts'
import { listClients, listReceived, listSilentUnits, readFigures } from './figures-actions.ts'
import {
  ClientFiguresShape,
  ClientsQuery,
  clientToWire,
  FigureClientsShape,
  FiguresShape,
  figuresToWire,
  PaymentsQuery,
  ReceivedPaymentShape,
  SilentUnitShape,
  silentToWire,
} from './figures-wire.ts'

const tag = 'Figures'
const reply = (shape: Parameters<typeof bare>[0]) => ({ provider: bare(shape), partner: bare(shape) })

/** Under `/console/figures`. */
export const consoleFigureRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'Read income, recurring revenue, overdue amounts and growth',
    replies: reply(FiguresShape),
    handle: async (call) => figuresToWire(await readFigures(call)),
  }),
  route({
    method: 'GET',
    path: '/clients',
    tag,
    summary: 'List the clients behind recurring revenue',
    description: 'At most 200, those that matter most first.',
    query: ClientsQuery,
    replies: reply(FigureClientsShape),
    handle: async (call, { query }) => {
      const { total, clients } = await listClients(call, query.list, uuidIds(query.plan, 'plan')?.[0])
      return { total, clients: clients.map(clientToWire) }
    },
  }),
  route({
    method: 'GET',
    path: '/silent-units',
    tag,
    summary: 'List units that are paid for and silent',
    description: 'At most 200, the longest silent first.',
    replies: reply(Type.Array(SilentUnitShape, { title: 'SilentPaidUnits' })),
    handle: async (call) => (await listSilentUnits(call)).map(silentToWire),
  }),
  route({
    method: 'GET',
    path: '/payments',
    tag,
    summary: 'List the payments behind the income',
    description: 'At most 200, newest first.',
    query: PaymentsQuery,
    replies: reply(Type.Array(ReceivedPaymentShape, { title: 'ReceivedPayments' })),
    handle: (call, { query }) => listReceived(call, query.month, query.count),
  }),
]

/** Under `/console/accounts`. */
export const consoleAccountFigureRoutes = [
  route({
    method: 'GET',
    path: '/:id/figures',
    tag,
    summary: 'Read a client’s usage, amounts and units by month',
    params: byNumber('account'),
    replies: reply(ClientFiguresShape),
    handle: (call, { params }) => readClientFigures(call, params.id),
  }),
]
