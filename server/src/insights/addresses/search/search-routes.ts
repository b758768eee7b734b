import Type, { type Static } from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { PersonCall } from '#identity/staff/call.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import type { Context } from '#kernel/context.ts'
import { FoundPlaceShape, nearOf, PlacesQuery, placeToWire } from './search-wire.ts'

const search = {
  method: 'GET',
  path: '/places',
  tag: 'Maps',
  summary: 'Search for addresses and places',
  description:
    'Searches the map around `near` and around places in the text, and a list of towns of the world. ' +
    'Returns 8 at most, the best first.',
  query: PlacesQuery,
  reply: bare(Type.Array(FoundPlaceShape)),
} as const

async function find({ addresses }: Context, query: Static<typeof PlacesQuery>) {
  return (await addresses.find(query.search, nearOf(query))).map(placeToWire)
}

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    ...search,
    operation: 'client.view',
    handle: (call, { query }) => find(call, query),
  }),
]

/** For the map on which a dealer places its company. */
export const consoleRoutes = [plainRoute<PersonCall>()({ ...search, handle: (call, { query }) => find(call, query) })]
